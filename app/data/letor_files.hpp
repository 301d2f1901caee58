#pragma once

#include "app/data/data_source.hpp"

namespace fedltr {

/// Reads the LETOR files of a scenario's folds, each file once.
/// @throws DataError  naming file and line
LoadedData load_letor(const Scenario& scenario);

/// Logs the kinds and numbers of values that reading changed.
void tell_notes(const LetorNotes& notes);

}  // namespace fedltr
