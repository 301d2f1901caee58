#pragma once

#include "app/data/convert/convert_input.hpp"
#include "app/data/convert/letor_row.hpp"

namespace fedltr {

/// Reads NumPy arrays: features (#documents by #features), labels (one per
/// document) unless they have none, and either the sizes of the queries' groups
/// or the query of each document, a number or a text. A NaN counts as missing.
/// @throws DataError  with the file and, for an invalid row, its number from 1
void read_npy_rows(const ConvertInput& input, const VisitRow& visit,
                   InputNotes& notes);

}  // namespace fedltr
