#pragma once

#include "app/data/convert/convert_input.hpp"
#include "app/data/convert/letor_row.hpp"

namespace fedltr {

/// Reads NumPy arrays: features (#documents by #features), labels (one a
/// document), and either sizes of the queries' groups or the number of each
/// document's query. A NaN counts as missing.
/// @throws DataError  with the file and, of what a row holds, its number from 1
void read_npy_rows(const ConvertInput& input, const VisitRow& visit,
                   InputNotes& notes);

}  // namespace fedltr
