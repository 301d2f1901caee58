#pragma once

#include "app/data/convert/click_log.hpp"

namespace fedltr {

/// Reads events and queries of User Behavior Insights, see each_ubi_record(),
/// in any order and number of files. A search is a query_id; input.log.query,
/// `query_id` (default) or `user_query`, names its query. `impression` and
/// `view` show a document, `click` and `click_through` click it, unless
/// input.log.actions changes that; others are ignored.
///
/// A search's documents are those that events show, and those clicked at a
/// position; if none is shown, those of its query's list
/// (query_response_hit_ids), of which events click some; without a list, those
/// clicked. Its user is that of its first record that has one; its time is its
/// query's, otherwise that of its first event. A document's position is that of
/// its first event that has one; positions count from 0 or 1, see
/// first_position_of().
/// @throws DataError   with file and line, for a file that is neither
/// @throws UsageError  for invalid options
ClickLog read_ubi_events(const ConvertInput& input, ClickNotes& notes);

}  // namespace fedltr
