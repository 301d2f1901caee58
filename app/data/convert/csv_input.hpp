#pragma once

#include "app/data/convert/convert_input.hpp"
#include "app/data/convert/letor_row.hpp"

namespace fedltr {

/// Reads CSV (RFC 4180) whose first line names the columns (CsvColumns): label,
/// query and, if requested, the document's name. All other columns, except
/// those to ignore, are features, numbered from 1 in their order. All files
/// must have the same columns. The separator is detected in each file
/// (separator_of()). An empty value counts as missing; True is 1, False 0.
/// @throws DataError  with file and line
void read_csv_rows(const ConvertInput& input, const VisitRow& visit,
                   InputNotes& notes);
/// Reads the same layout with tabs between values.
void read_tsv_rows(const ConvertInput& input, const VisitRow& visit,
                   InputNotes& notes);

}  // namespace fedltr
