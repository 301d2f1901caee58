#pragma once

#include <string>

#include "app/data/convert/click_log.hpp"

namespace fedltr {

/// Writes a grade for each shown document of each query, as BEIR's `query-id
/// corpus-id score`, with the log's own names.
///
/// r = (clicks + 1) / (expected clicks + 1), where one is expected with the
/// share of clicks at its position over the whole log, or if all propensities
/// are known, in proportion to them. Grade 2 from r = 3 on, 1 from r = 1.5 on,
/// else 0: a document gets 1 if it was clicked clearly more often than its
/// positions explain. Zhang and Jones (2007), clicks over expected clicks;
/// differs: one click more of each, so that few searches do not make an extreme
/// grade.
///
/// @throws DataError  for a log without clicks, or a name with a tab
void write_click_judgements(const std::string& file, const ClickLog& log);

}  // namespace fedltr
