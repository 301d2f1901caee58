#pragma once

#include <vector>

#include "algorithms/silo/listwise.hpp"
#include "algorithms/silo/silo_training.hpp"

namespace fedltr {

/// Joint gradient descent on whole lists, starting from BM25. A stage for each
/// fold finds the number of steps that ranks the parties' held-out queries
/// best, by the mean of their reports; the last stage takes that number of
/// steps with all queries and ignores reports. A step is the mean over parties
/// of their gradients, in all stages.
///
///   fold 0: gradients ... fold 1: ... all queries: the best number --> end
///
/// Ends after at most folds + 1 stages of steps + 1 iterations.
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
  ListwiseOptions options_;
  Instances instances_;
  Vector start_;
  Vector model_;
  std::uint32_t iteration_ = 0;
  bool ended_ = false;
  std::vector<double> quality_;  ///< by step, summed over folds
  Combination gradients_;
};

}  // namespace fedltr
