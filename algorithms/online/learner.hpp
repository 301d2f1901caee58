#pragma once

#include <functional>
#include <memory>

#include "algorithms/core/method.hpp"
#include "algorithms/online/simulation.hpp"

namespace fedltr {

/// The largest magnitude of a number in a message, in round figures.
inline constexpr double kLargestSent = 1.79e100;

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
  /// Default: whether its numbers are finite and no larger than kLargestSent,
  /// which is what all that is made of messages has to stand.
  virtual bool accepts(const VectorView& message) const;

  /// sum += weight * what the message stands for
  /// @param sum  #parameters
  virtual void add(const VectorView& message, double weight,
                   Eigen::Ref<Vector> sum) const;

  /// Whether messages stand for models; otherwise for directions of ascent.
  virtual bool sends_models() const { return true; }
};

/// Everything a learner is made from.
struct LearnerOptions {
  ParameterValues parameters = {};
  double proximal = 0;    ///< along a gradient: pull to the global model
  double clip = 0;        ///< along a gradient: largest norm of the model, or 0
  bool reversed = false;  ///< along a gradient: the other way, to unlearn
  double truth = 1;       ///< sending rewards: probability of the true one
};

using LearnerFactory = std::function<std::shared_ptr<const Learner>(
    const LearnerOptions&, std::shared_ptr<const Ranker>)>;

/// What a learner asks of a federation, and what can be done to it.
struct LearnerTraits {
  bool sends_models = true;  ///< else rewards, of which few values are told
  /// Steps along a gradient, which can be pulled, clipped and reversed.
  bool has_gradient = false;
  /// The server's usual optimizer, and its step if it is an adaptive one.
  std::string optimizer = "average";
  double adaptive_rate = 0.01;
  /// Searches made under one model, of which a round is a whole number; empty:
  /// one.
  std::function<Index(const ParameterValues&)> searches_per_step = {};
  /// Whether searches come in pairs, at a perturbation and at its negative.
  std::function<bool(const ParameterValues&)> antithetic = {};
  /// Largest number a message adds to a sum; empty: there is none.
  std::function<double(const ParameterValues&)> reach = {};
};
using LearnerMethod = Method<LearnerFactory, LearnerTraits>;

/// Local step size.
extern const Parameter kRate;

/// All learners by name.
const Methods<LearnerFactory, LearnerTraits>& learners();

}  // namespace fedltr
