#pragma once

#include "app/data/convert/click_log.hpp"

namespace fedltr {

/// Reads events of User Behavior Insights, one JSON object per line (schema
/// 1.3.0, github.com/o19s/ubi): `impression` shows a document, `click` or
/// `click_through` clicks it, others are ignored. A search is a query_id. Its
/// user is the client_id, otherwise the user_id, of its first event that has
/// one; its time is that of its first line. A document's position is that of
/// its first event.
/// @throws DataError  with file and line, if one is no JSON object
ClickLog read_ubi_events(const ConvertInput& input, ClickNotes& notes);

}  // namespace fedltr
