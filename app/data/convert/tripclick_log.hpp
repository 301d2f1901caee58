#pragma once

#include "app/data/convert/click_log.hpp"

namespace fedltr {

/// Reads the logs of TripClick (Rekabsaz et al., SIGIR 2021), files
/// YYYY-MM-DD.json with one JSON object per click and line: SessionId,
/// Keywords, Documents as listed, the clicked DocumentId, DateCreated as
/// "/Date(milliseconds)/". Lines of the same session, keywords and documents
/// are clicks of one search. Its user is the session and its time that of its
/// first line, in milliseconds. tripclick_query() names its query as
/// ir_datasets does. A click on a document outside the list has no position and
/// clicks nothing; it counts in notes.without_place.
/// @throws DataError  with file and line, for any other contents
ClickLog read_tripclick_log(const ConvertInput& input, ClickNotes& notes);

/// Returns the first 11 hexadecimal digits of the MD5 of the keywords without
/// AND, OR and `title:`, with one blank between words; after ir_datasets.
std::string tripclick_query(const std::string& keywords);

}  // namespace fedltr
