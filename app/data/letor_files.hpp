#pragma once

#include "app/data/data_source.hpp"

namespace fedltr {

/// Reads the LETOR files of a scenario's folds, each file once.
/// @throws DataError  naming file and line
LoadedData load_letor(const Scenario& scenario);

}  // namespace fedltr
