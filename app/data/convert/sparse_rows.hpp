#pragma once

#include "app/data/convert/convert_input.hpp"
#include "app/data/convert/letor_row.hpp"

namespace fedltr {

/// Reads rows `label qid:QUERY index:value ... [# docid = NAME]`: LETOR,
/// RankLib and SVMlight. Of other comments one of a single word is the
/// document's name. Features count from 1 unless told otherwise.
/// @throws DataError  with file and line; also for a row without qid
void read_letor_rows(const ConvertInput& input, const VisitRow& visit,
                     InputNotes& notes);

/// Reads rows `label index:value ...` whose queries stand in a second file
/// (GroupSizes): LightGBM and XGBoost. Rows may name them by qid: instead, as
/// XGBoost's do. Features count from 0 unless told otherwise.
/// @throws DataError  likewise
void read_grouped_rows(const ConvertInput& input, const VisitRow& visit,
                       InputNotes& notes);

/// What the first row of a text looks like: label, indices and values, and
/// whether it has a qid.
enum class SparseKind { kNone, kWithQuery, kWithoutQuery };
SparseKind sparse_kind(std::string_view line);

}  // namespace fedltr
