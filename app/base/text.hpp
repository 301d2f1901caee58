#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fedltr {

/// Without blanks at both ends.
std::string trim(std::string_view text);

/// The trimmed pieces between separators; none for a blank text.
std::vector<std::string> split(std::string_view text, char separator);

std::string join(const std::vector<std::string>& words,
                 const std::string& separator);

/// The whole text as a number, or nothing.
std::optional<std::uint64_t> parse_whole(std::string_view text);
/// A finite one.
std::optional<double> parse_real(std::string_view text);

/// The shortest text that reads back as the same number.
std::string exact(double number);

/// 1,234,567
std::string with_commas(std::uint64_t number);

}  // namespace fedltr
