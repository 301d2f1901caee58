#pragma once

#include <vector>

#include "app/plan/silo_repeat.hpp"

namespace fedltr {

/// Cross instances of all parties, as received and exact. Only a simulation
/// knows the latter.
struct CrossFeatures {
  Matrix sketched;             ///< #instances by kTextFeatures
  Matrix exact;                ///< same shape
  std::vector<bool> relevant;  ///< according to all judgements
  std::vector<CrossPair>
      pairs;  ///< documents by their places in the collection
};
CrossFeatures cross_features(const Collection& collection, const SiloPlan& plan,
                             const SiloRecord& record,
                             const CollectionStatistics& statistics);

/// Returns the correlation of sketched and exact values by feature; NaN if
/// either is constant.
Vector correlation_of(const CrossFeatures& cross);

/// Returns at most 200 relevant and 200 irrelevant instances, picked evenly:
/// 400 as in ICDE Figure 5. Sketched and exact ones are scaled separately.
FeatureSample sample_of(const CrossFeatures& cross);

/// Stores labelled and cross instances of the first available party, scaled
/// together, for a figure of their features.
void add_points(const SiloRecord& record, SiloRepeat& run);

}  // namespace fedltr
