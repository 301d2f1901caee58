#pragma once

#include "app/base/json_fwd.hpp"
#include "app/models/export/target.hpp"

namespace fedltr {

/// `json`: the ranker as layers, for users' own programs.
ExportTarget json_target();

/// Returns its layers in the format of Solr's NeuralNetworkModel, from the
/// input on: each has a matrix (#units by #inputs), a bias and an activation.
Json layers_json(const ExportedModel& model);

/// Returns a linear ranker's weights by name of the feature.
Json weights_json(const ExportedModel& model);

}  // namespace fedltr
