#pragma once

#include "app/data/convert/click_log.hpp"
#include "app/data/convert/letor_row.hpp"

namespace fedltr {

/// Makes a set whose labels are clicks: each search of the log is a query, and
/// its documents are those shown, by position, with label 1 if clicked.
/// Features come from input.features, LETOR rows or a table (table_format())
/// that name the documents; their labels, if any, do not count.
/// Names of queries and documents are one_word() or
/// quoted_name() of those in the log. Leaves out
/// documents that were not shown, since their clicks are unknown, and those
/// without features, which it counts.
/// @throws DataError  with file and line
void read_clicked_rows(const ConvertInput& input, const ClickLog& log,
                       const VisitRow& visit, InputNotes& notes,
                       JoinNotes& joined);

}  // namespace fedltr
