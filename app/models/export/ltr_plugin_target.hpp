#pragma once

#include "app/models/export/target.hpp"

namespace fedltr {

/// Feature set and model of the learning-to-rank plugin, shared by both
/// systems.
ExportTarget elasticsearch_target();
ExportTarget opensearch_target();

}  // namespace fedltr
