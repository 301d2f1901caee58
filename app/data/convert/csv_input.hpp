#pragma once

#include "app/data/convert/convert_input.hpp"
#include "app/data/convert/letor_row.hpp"

namespace fedltr {

/// Reads CSV (RFC 4180) whose first line names the columns: label, query and,
/// if asked for, the document's name; all others but those left out are
/// features, numbered from 1 in their order. Several files have the same
/// columns. An empty value counts as missing.
/// @throws DataError  with file and line
void read_csv_rows(const ConvertInput& input, const VisitRow& visit,
                   InputNotes& notes);
/// The same with tabs between values.
void read_tsv_rows(const ConvertInput& input, const VisitRow& visit,
                   InputNotes& notes);

}  // namespace fedltr
