#pragma once

#include "app/base/json_fwd.hpp"
#include "app/models/export/target.hpp"

namespace fedltr {

/// `json`: the ranker as layers, for programs of one's own.
ExportTarget json_target();

/// Its layers in the way of Solr's NeuralNetworkModel, from the input on: a
/// matrix (#units by #inputs), a bias and an activation each.
Json layers_json(const ExportedModel& model);

}  // namespace fedltr
