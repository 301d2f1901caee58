#pragma once

#include <filesystem>
#include <optional>

#include "algorithms/silo_search/pointwise_ranker.hpp"
#include "app/models/search/silo_model_file.hpp"
#include "app/schema/scenario.hpp"

namespace fedltr {

/// What features are made by.
struct FeatureSpec {
  TokenOptions tokens;
  SiloModelKind kind = silo_model_kinds().front();
  std::size_t candidates = SiloOrigin().candidates;  ///< 0: all documents
  /// The statistics of all members' documents that a run left; none: those of
  /// the folder's own documents.
  std::optional<std::filesystem::path> statistics;
};

/// As a model's training made them: a party's with the statistics beside its
/// file, a simulation's with those of the collection it is given.
/// @param file  that the model was read from, or its folder
/// @throws UsageError  for a model that is not of silos
/// @throws DataError   where a party's statistics are not beside it
FeatureSpec spec_of_model(const AnyModel& model,
                          const std::filesystem::path& file);

/// As a scenario's [silo] makes them of one party's documents.
FeatureSpec spec_of_scenario(const Scenario& scenario);

}  // namespace fedltr
