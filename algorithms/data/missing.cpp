#include "algorithms/data/missing.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include "algorithms/core/require.hpp"
#include "algorithms/data/letor_words.hpp"
#include "algorithms/data/lines.hpp"

namespace fedltr {
namespace {

/// Returns a number that marks missing values; nullopt for other texts. One
/// beyond the range of doubles is read as a feature's value is.
std::optional<double> mark_in(std::string_view text) {
  const std::string_view digits = without_plus(text);
  const char* const end = digits.data() + digits.size();
  double value = 0;
  const auto [stop, error] = std::from_chars(digits.data(), end, value);
  if (stop != end || error == std::errc::invalid_argument) return std::nullopt;
  if (error == std::errc::result_out_of_range) value = beyond_range(digits);
  return std::isnan(value) ? std::nullopt : std::optional(value);
}

}  // namespace

bool is_largest_mark(double value) {
  return std::abs(value) >= kLargestMark && std::isfinite(value);
}

bool MissingValues::hold(double value) const {
  return std::isnan(value) || is_largest_mark(value) ||
         std::ranges::find(values, value) != values.end();
}

bool is_missing_word(std::string_view text) {
  constexpr std::array<std::string_view, 8> kWords = {
      "NULL", "null", "NA", "na", "N/A", "n/a", "None", "<NA>"};
  return std::ranges::find(kWords, text) != kWords.end();
}

bool MissingValues::hold_word(std::string_view text) const {
  return is_missing_word(text) || std::ranges::find(words, text) != words.end();
}

bool is_missing_name(std::string_view text) {
  constexpr std::array<std::string_view, 5> kMore = {"nan", "NaN", "NAN", "NaT",
                                                     "\\N"};
  return is_missing_word(text) || std::ranges::find(kMore, text) != kMore.end();
}

MissingValues parse_missing_marks(const std::string& text) {
  MissingValues missing;
  std::string_view rest = text;
  while (true) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    std::string_view part = rest.substr(0, comma);
    skip_blanks(part);
    part = part.substr(0, part.find_last_not_of(" \t") + 1);
    require(!part.empty(),
            "expected numbers or words, separated by commas, e.g. -1,999,?");
    if (const auto value = mark_in(part))
      missing.values.push_back(*value);
    else
      missing.words.emplace_back(part);
    if (comma == rest.size()) return missing;
    rest.remove_prefix(comma + 1);
  }
}

std::vector<double> parse_missing(const std::string& text) {
  std::vector<double> values;
  std::string_view rest = text;
  while (true) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    std::string_view part = rest.substr(0, comma);
    const std::string_view word = take_word(part);
    const auto value = mark_in(word);
    require(value && take_word(part).empty(),
            "expected numbers, separated by commas, e.g. -1, 999");
    values.push_back(*value);
    if (comma == rest.size()) return values;
    rest.remove_prefix(comma + 1);
  }
}

std::string not_finite(std::string_view value, std::string_view feature) {
  const std::string mark = value.starts_with('-') ? "-inf" : "inf";
  return "value " + in_quotes(value) + " of feature " + in_quotes(feature) +
         " is not finite; data.missing = " + mark +
         " (data convert, data info: --missing " + mark +
         ") reads it as missing";
}

}  // namespace fedltr
