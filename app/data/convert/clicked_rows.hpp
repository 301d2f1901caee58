#pragma once

#include "app/data/convert/click_log.hpp"
#include "app/data/convert/letor_row.hpp"

namespace fedltr {

/// Makes a set whose labels are clicks: each search of the log is a query, its
/// documents are those that were shown, by position, with label 1 where they
/// were clicked. Features come from LETOR files (input.features) that name the
/// documents. Documents that were not shown are left out: whether they would
/// have been clicked nobody knows. So are, counted, those without features.
/// @throws DataError  with file and line
void read_clicked_rows(const ConvertInput& input, const ClickLog& log,
                       const VisitRow& visit, InputNotes& notes,
                       ClickNotes& click_notes);

}  // namespace fedltr
