#pragma once

#include <array>

#include "algorithms/online/learner.hpp"

namespace fedltr {

/// A step that a search suggests. Ranks count from 0.
struct LogStep {
  /// By document of documents(): direction of ascent of its score.
  std::span<double> weights;
  /// Direction of ascent of the learner's own parameters, added to.
  Eigen::Ref<Vector> room;
  /// Sum of the weights of the clicks, for self-normalisation.
  double clicked = 0;
};

/// A learner that learns from clicks on lists that it did not choose: those of
/// a log, or its own best documents where there is no log. A model is the
/// ranker's parameters followed by the learner's own, its room.
///
/// Steps are model += rate * sum of the ascent over `log.batch` searches under
/// one model.
class LogLearner : public Learner {
 public:
  std::unique_ptr<LocalLearning> begin(const VectorView& global, Index searches,
                                       LearnerStreams& streams,
                                       Eigen::Ref<Vector> message) const final;

 protected:
  /// @param ranker  by with_room()
  LogLearner(const LearnerOptions& options,
             std::shared_ptr<const Ranker> ranker);

  /// Computes a step from a search that was scored and clicked.
  /// @param room  the learner's own parameters in the model
  virtual void weigh(Search& search, const VectorView& room,
                     LogStep& step) const = 0;
  /// True if weights are of all candidates, otherwise of the list shown.
  virtual bool weighs_candidates() const { return false; }

  /// Number of the learner's own parameters.
  Index room() const { return ranker_->room(); }
  /// Smallest propensity that a click is divided by.
  double floor() const { return floor_; }

 private:
  class Local;

  double rate_;
  double room_rate_;  ///< 1, or -1 to unlearn
  Index batch_;
  double floor_;
  bool self_normalised_;
  double proximal_;
  double clip_;
  std::shared_ptr<const Ranker> ranker_;
};

/// Returns a learner's method, with the parameters that all share.
/// @param own  its other parameters
LearnerMethod log_learner_method(std::string name, std::string summary,
                                 std::string source, std::vector<Parameter> own,
                                 LearnerFactory make, LearnerTraits traits);

/// weights[i] = estimates[i] - (sum of estimates) softmax(scores)[i]: ascent of
/// the sum of estimates times the logarithm of a document's share of
/// e^{score}, whose maximum ranks documents by their expected estimates.
///
/// Softmax cross entropy, ListNet's (Cao et al., ICML 2007), as Ai et al.
/// (SIGIR 2018) weight it by propensities.
/// @param scores, estimates, weights  of the same size
void weigh_by_softmax(std::span<const double> scores,
                      std::span<const double> estimates,
                      std::span<double> weights);

/// Scores of the list shown, by rank.
class ShownScores {
 public:
  explicit ShownScores(const Search& search);
  std::span<const double> all() const { return {values_.data(), count_}; }
  double operator[](std::size_t rank) const { return values_[rank]; }

 private:
  std::array<double, kLongestList> values_;
  std::size_t count_;
};

/// 1 / (1 + e^-x), the same bits on every machine.
double portable_sigmoid(double x);

/// Step size of what a learner estimates by rank.
extern const Parameter kCurveRate;

}  // namespace fedltr
