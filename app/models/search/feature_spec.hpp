#pragma once

#include <filesystem>
#include <optional>

#include "algorithms/silo_search/pointwise_ranker.hpp"
#include "app/models/search/silo_model_file.hpp"
#include "app/schema/scenario.hpp"

namespace fedltr {

/// Options for computing features.
struct FeatureSpec {
  TokenOptions tokens;
  SiloModelKind kind = silo_model_kinds().front();
  std::size_t candidates = SiloOrigin().candidates;  ///< 0: all documents
  FeatureConstants constants = {};
  /// Statistics of all members' documents, left by a run; nullopt: use those of
  /// the folder's own documents.
  std::optional<std::filesystem::path> statistics = {};
};

/// Returns the options of a model's training: for a party's model the
/// statistics beside its file, for a simulation's those of the given
/// collection.
/// @param file  file of the model, or its folder
/// @throws UsageError  for a model that was not trained by silos
/// @throws DataError   if a party's statistics are missing
FeatureSpec spec_of_model(const AnyModel& model,
                          const std::filesystem::path& file);

/// Returns the options of a scenario's [silo] for one party's documents.
FeatureSpec spec_of_scenario(const Scenario& scenario);

}  // namespace fedltr
