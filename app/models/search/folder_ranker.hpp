#pragma once

#include <optional>
#include <string>

#include "app/models/search/feature_spec.hpp"

namespace fedltr {

/// A ranker of a folder's texts, and its features.
struct FolderRanker {
  AnyModel model;
  FeatureSpec spec;
};

/// Returns the model of a file; without one, the chosen method of
/// untrained_rankers() as a linear model of all 16 features: exact counts and
/// statistics of the folder alone, tokens and constants as in
/// text/features.hpp.
/// @throws UsageError  without either, or for a method that ranks no folder
/// @throws DataError   as read_any_model()
FolderRanker folder_ranker(const std::optional<std::string>& file,
                           const ModelChoice& choice);

/// True if a choice without a model's file is an untrained method.
bool is_untrained_choice(const ModelChoice& choice);

}  // namespace fedltr
