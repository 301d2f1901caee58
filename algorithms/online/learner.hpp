#pragma once

#include <functional>
#include <memory>

#include "algorithms/core/method.hpp"
#include "algorithms/online/simulation.hpp"

namespace fedltr {

/// How a client learns from its users' searches.
class Learner {
 public:
  virtual ~Learner() = default;

  /// Learns from so many searches, starting at `model` and moving it.
  /// @return sum of nDCG@10 of the lists shown
  virtual double learn(Eigen::Ref<Vector> model, Index interactions,
                       Streams& streams, Session& session) const = 0;
};

struct LearnerOptions {
  double rate = 0.1;  ///< step size, > 0
};

using LearnerFactory = std::function<std::shared_ptr<const Learner>(
    const LearnerOptions&, std::shared_ptr<const Ranker>)>;

/// All learners by name.
const Methods<LearnerFactory>& learners();

}  // namespace fedltr
