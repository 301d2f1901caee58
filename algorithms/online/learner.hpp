#pragma once

#include <functional>
#include <memory>

#include "algorithms/core/method.hpp"
#include "algorithms/online/simulation.hpp"

namespace fedltr {

/// How a client learns from its users' searches, what it sends, and what the
/// server makes of it.
class Learner {
 public:
  virtual ~Learner() = default;

  /// Learns from so many searches, starting at the global model.
  /// @param message  filled with what is sent, message_size() numbers
  virtual OnlineTotals learn(const VectorView& global, Index interactions,
                             Streams& streams, Session& session,
                             Eigen::Ref<Vector> message) const = 0;

  /// Numbers in a message: the local model unless a learner says otherwise.
  virtual Index message_size(Index parameters) const { return parameters; }

  /// Whether a message of the right size makes sense; it may be hostile.
  virtual bool accepts(const VectorView& message) const;

  /// sum += weight * what the message stands for
  /// @param sum  #parameters
  virtual void add(const VectorView& message, double weight,
                   Eigen::Ref<Vector> sum) const {
    sum += weight * message;
  }

  /// Whether messages stand for models; otherwise for directions of ascent.
  virtual bool sends_models() const { return true; }
};

/// What FOLtR-ES rewards.
enum class Reward { kMaxRr, kNdcg };

struct LearnerOptions {
  double rate = 0.1;               ///< local step size, > 0
  double proximal = 0;             ///< pdgd: FedProx's pull to the global model
  double clip = 0;                 ///< pdgd: largest norm of the model, 0 = any
  Index batch = 1;                 ///< pdgd: searches a step sums over
  double sigma = 0.01;             ///< es: scale of the perturbation
  bool antithetic = true;          ///< es: half of the searches at its negative
  Reward reward = Reward::kMaxRr;  ///< es
  double truth = 1;                ///< es: probability of the true answer
  double delta = 1;                ///< dbgd, pmgd: length of the exploration
  Index candidates = 49;           ///< pmgd
};

using LearnerFactory = std::function<std::shared_ptr<const Learner>(
    const LearnerOptions&, std::shared_ptr<const Ranker>)>;

/// All learners by name.
const Methods<LearnerFactory>& learners();

}  // namespace fedltr
