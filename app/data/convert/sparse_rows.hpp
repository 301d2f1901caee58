#pragma once

#include "app/data/convert/convert_input.hpp"
#include "app/data/convert/letor_row.hpp"

namespace fedltr {

/// Reads rows `label qid:QUERY index:value ... [# docid = NAME]`: LETOR,
/// RankLib and SVMlight. Another comment of a single word is the document's
/// name. Features count from 1 by default.
/// @throws DataError  with file and line; also for a row without qid
void read_letor_rows(const ConvertInput& input, const VisitRow& visit,
                     InputNotes& notes);

/// Reads rows `label index:value ...` whose queries are in a second file
/// (GroupSizes, or QueryIds with --query-ids): LightGBM and XGBoost. Rows may
/// have a qid: instead, as XGBoost's do. Features count from 0 by default.
/// Notes files of LightGBM's beside it that are not used.
/// @throws DataError  with file and line; also for a row without query
void read_grouped_rows(const ConvertInput& input, const VisitRow& visit,
                       InputNotes& notes);

/// Form of a text's first row: label, indices and values, with or without qid.
/// A row with qid may lack the label.
enum class SparseKind { kNone, kWithQuery, kWithoutQuery };
SparseKind sparse_kind(std::string_view line);

}  // namespace fedltr
