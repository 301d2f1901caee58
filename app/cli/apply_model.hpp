#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/data/letor_input.hpp"
#include "app/data/model_file.hpp"

namespace fedltr {

/// Returns a model's names of features, for tables of rows.
/// @param name  of the model, for messages
TableColumns columns_of(const ModelFile& model, const std::string& name);

/// Calls visit with the queries of files of rows as the model's training data
/// was: with its columns, normalised in the same way. For an older model file,
/// which does not record these, takes features as they are, counted from 1,
/// with a note on stderr.
/// @param others  handling of features that the model has no column for
/// @param labels  handling of rows without a label
/// @throws DataError  with file and line
void stream_for_model(const ModelFile& model, const std::string& model_name,
                      const std::vector<std::string>& files,
                      const std::function<void(Dataset)>& visit,
                      OtherFeatures others = OtherFeatures::kRefuse,
                      MissingLabels labels = MissingLabels::kRefuse);

/// Does the same for the one column of feature_ranker().
/// @throws DataError  also if it is 0 in all rows
void stream_for_feature(const ModelFile& model,
                        const std::vector<std::string>& files,
                        const std::function<void(Dataset)>& visit,
                        MissingLabels labels = MissingLabels::kRefuse);

}  // namespace fedltr
