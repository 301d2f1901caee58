#pragma once

#include <deque>

#include "algorithms/aggregation/robust.hpp"

namespace fedltr {

/// Predicts each client's update from its last one and the movement of the
/// model, g' = g_last + H (w - w_last), with H times a vector by L-BFGS from
/// the last rounds; splits off the clients whose updates are predicted badly
/// over a window by 2-means if the gap statistic finds more than one cluster,
/// and excludes them from the mean of the round. Zhang et al., "FLDetector"
/// (KDD 2022), algorithm 1; there the clients are removed for good and training
/// restarts.
///
/// A client that missed rounds is predicted from its last update and the last
/// round's move.
class FlDetector final : public RobustRule {
 public:
  explicit FlDetector(const RuleOptions& options);

  Vector aggregate(const LocalModels& local,
                   std::span<double> selection) override;
  void exchange(Archive& archive) override;

 private:
  Vector hessian_product(const Vector& direction) const;
  void score(const LocalModels& local, const Matrix& updates);
  double mean_score(std::uint32_t client) const;

  std::uint32_t window_;
  std::uint64_t seed_;
  Vector last_global_;
  Vector last_mean_;            ///< update
  Matrix last_updates_;         ///< by client
  std::vector<bool> seen_;      ///< by client
  std::deque<Vector> moves_;    ///< of the model, latest last
  std::deque<Vector> changes_;  ///< of the mean update
  std::deque<Vector> scores_;   ///< by round: by client, NaN if absent
};

/// Splits values in two by their sizes, if two clusters fit better than one:
/// the gap statistic of Tibshirani et al. (2001) with 1 against 2 clusters.
/// @return  distance of the upper cluster's start from the smallest value;
///          infinity if there is only one cluster
double upper_cluster(std::vector<double> values, std::uint64_t seed,
                     std::uint32_t round);

RuleMethod fldetector_rule();

}  // namespace fedltr
