#pragma once

#include <vector>

#include "app/plan/silo_run.hpp"

namespace fedltr {

/// Cross instances of all parties, as they were told and as they are. Only a
/// simulation knows the latter.
struct CrossFeatures {
  Matrix sketched;             ///< #instances by kTextFeatures
  Matrix exact;                ///< the same
  std::vector<bool> relevant;  ///< whether all judgements say so
};
CrossFeatures cross_features(const Collection& collection, const SiloPlan& plan,
                             const SiloRecord& record,
                             const CollectionStatistics& statistics);

/// By feature, of sketched with exact ones; NaN where one never changes.
Vector correlation_of(const CrossFeatures& cross);

/// At most 200 relevant and 200 irrelevant instances, evenly picked: 400 as in
/// ICDE Figure 5. Scaled, sketched and exact ones each by themselves.
FeatureSample sample_of(const CrossFeatures& cross);

/// Takes labelled and cross instances of the first party that is there, scaled
/// together, for the picture of their features.
void add_points(const SiloRecord& record, SiloRun& run);

}  // namespace fedltr
