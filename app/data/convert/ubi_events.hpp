#pragma once

#include "app/data/convert/click_log.hpp"

namespace fedltr {

/// Reads events of User Behavior Insights, a JSON object a line (schema 1.3.0,
/// github.com/o19s/ubi): `impression` says that a document was shown, `click`
/// or `click_through` that it was clicked, others are left out. A search is a
/// query_id; its user the client_id, else the user_id, of its first event that
/// names one; its time that of its first line. A document's position is that of
/// its first event.
/// @throws DataError  with file and line, for what is no JSON object
ClickLog read_ubi_events(const ConvertInput& input, ClickNotes& notes);

}  // namespace fedltr
