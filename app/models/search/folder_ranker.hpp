#pragma once

#include <optional>
#include <string>

#include "app/models/search/feature_spec.hpp"

namespace fedltr {

/// What ranks a folder's texts, and by which features.
struct FolderRanker {
  AnyModel model;
  FeatureSpec spec;
};

/// The model of a file; without one, the method of untrained_rankers() that is
/// chosen, as a linear model of all 16 features: exact counts and statistics of
/// the folder alone, tokens and constants as everywhere (text/features.hpp).
/// @throws UsageError  for neither, or a method that ranks no folder
/// @throws DataError   of read_any_model()
FolderRanker folder_ranker(const std::optional<std::string>& file,
                           const ModelChoice& choice);

/// Whether a choice without a model's file is such a method.
bool is_untrained_choice(const ModelChoice& choice);

}  // namespace fedltr
