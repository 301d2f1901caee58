#pragma once

#include <functional>
#include <string>

#include "app/base/json.hpp"
#include "app/data/convert/letor_row.hpp"

namespace fedltr {

/// Maximum bytes of a record.
inline constexpr std::size_t kMaxRecordBytes = std::size_t{1} << 20;

/// Calls take(record, place) for each line of a file that is not blank.
/// @param expected  description of a record, for messages: "a record of ..."
/// @throws DataError  for a line that is no JSON object or exceeds
///                    kMaxRecordBytes
void each_record(const std::string& file, const std::string& expected,
                 const std::function<void(const Json&, const Place&)>& take);

/// Returns a member that is a text or an integer, as text; empty if it is
/// absent.
std::string text_member(const Json& object, const char* name);

}  // namespace fedltr
