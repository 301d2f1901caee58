#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/data/letor_input.hpp"
#include "app/data/model_file.hpp"

namespace fedltr {

/// Calls visit with queries of LETOR files as the model was trained on such:
/// its columns, normalised as its data was. What an older file does not say is
/// taken as a scenario's default, with a note on stderr.
/// @param others  features that the model has no column for
/// @throws DataError  with file and line
void stream_for_model(const ModelFile& model, const std::string& model_name,
                      const std::vector<std::string>& files,
                      const std::function<void(Dataset)>& visit,
                      OtherFeatures others = OtherFeatures::kRefuse);

/// The same for the one column of feature_ranker().
/// @throws DataError  also where it is 0 in all rows
void stream_for_feature(const ModelFile& model,
                        const std::vector<std::string>& files,
                        const std::function<void(Dataset)>& visit);

}  // namespace fedltr
