#pragma once

#include <functional>
#include <string>

#include <nlohmann/json.hpp>

#include "app/data/convert/letor_row.hpp"

namespace fedltr {

/// A record of a log. Others may have made it, so its members are in a tree:
/// those of Json take a time that grows with the square of their number.
using Record = nlohmann::json;

/// Receives a record and its place.
using TakeRecord = std::function<void(const Record&, const Place&)>;

/// Calls take(record, place) for each JSON object of a file, see JsonCutter.
/// @param expected  description of a record, for messages: "a record of ..."
/// @throws DataError  for anything else
void each_record(const std::string& file, const std::string& expected,
                 const TakeRecord& take);

/// Parses an object that JsonCutter cut out.
/// @throws DataError  if it is none
Record parse_record(std::string_view text, const std::string& expected,
                    const Place& place);

/// Returns a member that is a text or an integer, as text; empty if it is
/// absent.
std::string text_member(const Record& object, const char* name);

}  // namespace fedltr
