#pragma once

#include <functional>
#include <memory>

#include "algorithms/core/method.hpp"
#include "algorithms/online/simulation.hpp"

namespace fedltr {

/// Largest magnitude of a number in a message, rounded.
inline constexpr double kLargestSent = 1.79e100;

/// A client's learning in one round, from search to search. A search is opened,
/// then ranked by show(); its user clicks; learn() is called.
class LocalLearning {
 public:
  virtual ~LocalLearning() = default;

  /// Shows a list of a search's candidates.
  virtual void show(Search& search) = 0;
  /// Learns from the clicks on that list.
  virtual void learn(Search& search) = 0;
  /// Completes the message.
  virtual void end() {}
};

/// Learns from a client's searches, defines its message, and adds messages up
/// at the server.
class Learner {
 public:
  virtual ~Learner() = default;

  /// Begins a round of a client.
  /// @param global    model to start at
  /// @param searches  number of searches that follow
  /// @param message   #message_size(), complete after LocalLearning::end()
  /// The arguments must outlive the result.
  virtual std::unique_ptr<LocalLearning> begin(
      const VectorView& global, Index searches, LearnerStreams& streams,
      Eigen::Ref<Vector> message) const = 0;

  /// Learns from searches of simulated users.
  /// @param message  filled, as by begin()
  OnlineTotals learn(const VectorView& global, Index searches, Streams& streams,
                     Session& session, Eigen::Ref<Vector> message) const;

  /// Numbers in a message: the local model unless a learner overrides it.
  virtual Index message_size(Index parameters) const { return parameters; }

  /// True if a message of the right size is valid; it may be hostile. Default:
  /// true if its numbers are finite and no larger than kLargestSent, which
  /// everything computed from messages has to withstand.
  virtual bool accepts(const VectorView& message) const;

  /// sum += weight * the model or gradient that the message represents
  /// @param sum  #parameters
  virtual void add(const VectorView& message, double weight,
                   Eigen::Ref<Vector> sum) const;

  /// True if messages represent models; otherwise directions of ascent.
  virtual bool sends_models() const { return true; }

  /// Returns the examination that a model's room has learned; empty for
  /// learners that learn none.
  virtual Examination learned_examination(const VectorView&) const {
    return {};
  }
};

/// Everything a learner is made from.
struct LearnerOptions {
  ParameterValues parameters = {};
  double proximal = 0;    ///< along a gradient: pull to the global model
  double clip = 0;        ///< along a gradient: largest norm of the model, or 0
  bool reversed = false;  ///< along a gradient: step the other way, to unlearn
  double truth = 1;       ///< sending rewards: probability of the true one
  /// Correcting for examination: the users'; empty: none is known.
  Examination examination = {};
  Index list = kShownList;  ///< documents that a user is shown
};

/// Sizes on which a learner's number of own parameters depends.
struct RoomShape {
  Index list = kShownList;  ///< documents that a user is shown
  Index features = 0;
};

using LearnerFactory = std::function<std::shared_ptr<const Learner>(
    const LearnerOptions&, std::shared_ptr<const Ranker>)>;

/// Requirements of a learner on a federation, and its capabilities.
struct LearnerTraits {
  bool sends_models = true;  ///< else rewards, of which there are few values
  /// Steps along a gradient, which can be pulled, clipped and reversed.
  bool has_gradient = false;
  /// The server's default optimizer, and its step if it is an adaptive one.
  std::string optimizer = "average";
  double adaptive_rate = 0.01;
  /// Number of searches made under one model, of which those of a round are a
  /// multiple; empty: 1.
  std::function<Index(const ParameterValues&)> searches_per_step = {};
  /// True if searches come in pairs, at a perturbation and at its negative.
  std::function<bool(const ParameterValues&)> antithetic = {};
  bool from_log = false;  ///< also learns from lists that others showed
  /// Also learns from lists that earlier models drew, with the scores by which
  /// they did.
  bool from_drawn = false;
  bool by_examination = false;  ///< needs LearnerOptions::examination
  bool has_means = false;  ///< learns running means, whose steps a batch sums
  /// Number of parameters that it learns besides the ranker's, which follow
  /// them in a model; empty: 0.
  std::function<Index(const RoomShape&)> room = {};
  /// Largest number that a message adds to a sum; empty: unlimited.
  std::function<double(const ParameterValues&)> reach = {};
};
using LearnerMethod = Method<LearnerFactory, LearnerTraits>;

/// Local step size.
extern const Parameter kRate;

/// Returns the ranker, with room for the learner's own parameters if it has
/// any.
std::shared_ptr<const Ranker> with_room(const LearnerMethod& method,
                                        const RoomShape& shape,
                                        std::shared_ptr<const Ranker> ranker);

/// All learners by name.
const Methods<LearnerFactory, LearnerTraits>& learners();

}  // namespace fedltr
