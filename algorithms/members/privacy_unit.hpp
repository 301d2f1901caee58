#pragma once

#include <cstdint>

namespace fedltr {

/// The data that one unit of privacy has: all of a member's, or those of one of
/// its queries or users.
enum class PrivacyUnit : std::uint8_t { kMember, kQuery, kUser };

/// Name of a unit, for messages and files.
constexpr const char* name_of(PrivacyUnit unit) {
  switch (unit) {
    case PrivacyUnit::kMember:
      return "member";
    case PrivacyUnit::kQuery:
      return "query";
    case PrivacyUnit::kUser:
      break;
  }
  return "user";
}

}  // namespace fedltr
