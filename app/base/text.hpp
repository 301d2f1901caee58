#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/core/join.hpp"

namespace fedltr {

/// Removes blanks at both ends.
std::string trim(std::string_view text);

/// Returns the trimmed pieces between separators; empty for a blank text.
std::vector<std::string> split(std::string_view text, char separator);

/// Parses all of the text as an integer; nullopt if it is invalid.
std::optional<std::uint64_t> parse_whole(std::string_view text);
/// Numbers from the first to the last.
struct WholeRange {
  std::uint64_t first = 0;
  std::uint64_t last = 0;  ///< not below the first
};
/// Parses a number or a range like 0-3; nullopt if it is invalid.
std::optional<WholeRange> parse_range(std::string_view text);
/// Parses all of the text as a hexadecimal number; nullopt if it is invalid.
std::optional<std::uint64_t> parse_hex(std::string_view text);
/// Parses all of the text as a finite number; nullopt if it is invalid.
std::optional<double> parse_real(std::string_view text);

/// Replaces control characters other than line ends and tabs by '?': a text
/// from elsewhere must not steer the terminal.
std::string without_controls(std::string text);

/// Returns the shortest text that reads back as the same number.
std::string exact(double number);

/// Formats 1,234,567.
std::string with_commas(std::uint64_t number);

}  // namespace fedltr
