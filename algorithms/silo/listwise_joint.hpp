#pragma once

#include <vector>

#include "algorithms/silo/listwise.hpp"
#include "algorithms/silo/silo_training.hpp"

namespace fedltr {

/// Joint gradient descent on whole lists. It starts from the untrained ranker
/// that surely ranks the parties' training queries best, by the mean of their
/// reports. A stage for each fold finds the number of steps that ranks their
/// held-out queries best, also by the mean; the last stage takes that number of
/// steps with all queries and ignores reports. A step is the mean over parties
/// of their gradients, in all stages.
///
///   starts --> fold 0: gradients ... fold 1: ... all queries: the best number
///
/// After a step to where the gradient is longer, the next one returns and goes
/// half as far, as do all later ones of the stage. The loss is convex, so at a
/// rate that suits it no step is taken back. At any other the loss may rise,
/// but the model's distance from the start is at most steps times the rate
/// times the first gradient's length, also with hostile parties, unless a party
/// is lost.
///
/// Ends after kListwiseStarts iterations and at most folds + 1 stages of
/// steps + 1.
class ListwiseJoint final : public SiloTrainer {
 public:
  ListwiseJoint(const ListwiseOptions& options, Index features,
                Instances instances, const PartyRule& rule = {});

  std::optional<TrainingStep> next(
      const std::set<std::uint32_t>& members) override;
  void combine(std::span<const Vector> answers) override;

  /// Number of steps of the last stage, known once it is reached: the first
  /// that ranks best.
  std::uint32_t best_step() const;

 private:
  /// Sets the parameters of the next iteration where they do not follow from
  /// the last one's.
  void begin_stage();
  void descend(std::span<const Vector> gradients);

  ListwiseOptions options_;
  Instances instances_;
  Index features_;
  Vector model_;
  std::uint32_t iteration_ = 0;
  bool ended_ = false;
  // The last step of the stage that was not taken back:
  Vector before_;         ///< the model before it
  Vector gradient_;       ///< there
  double slope_ = 0;      ///< length of the gradient
  std::size_t told_ = 0;  ///< number of parties that sent it
  double rate_ = 0;
  std::vector<double> starts_;   ///< quality by candidate
  std::vector<double> quality_;  ///< by step, summed over folds
  Combination gradients_;
};

/// The steps of ListwiseJoint: the last stage ends where the parties' reports
/// were best.
StepCourse listwise_course(const ListwiseOptions& options, Instances instances);

}  // namespace fedltr
