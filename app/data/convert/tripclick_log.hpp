#pragma once

#include "app/data/convert/click_log.hpp"

namespace fedltr {

/// Reads the logs of TripClick (Rekabsaz et al., SIGIR 2021), files
/// YYYY-MM-DD.json with a JSON object a line and click: SessionId, Keywords,
/// Documents as they were listed, DocumentId that was clicked, DateCreated as
/// "/Date(milliseconds)/". Lines of the same session, keywords and documents
/// are clicks of one search, whose user is the session and whose time is that
/// of its first line, in milliseconds. A query is called as ir_datasets calls
/// it, by tripclick_query(). A click on what is not in the list has no position
/// and clicks nothing: one of notes.without_place.
/// @throws DataError  with file and line, for what is no such object
ClickLog read_tripclick_log(const ConvertInput& input, ClickNotes& notes);

/// The first 11 hexadecimal digits of the MD5 of the keywords without AND, OR
/// and `title:`, with one blank between words; after ir_datasets.
std::string tripclick_query(const std::string& keywords);

}  // namespace fedltr
