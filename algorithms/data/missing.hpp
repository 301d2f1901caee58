#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fedltr {

/// Numbers of this size stand for "missing": Istella's sets mark absent values
/// by the largest double, 1.7976931348623157e308, which programs write with 6
/// to 17 digits.
inline constexpr double kLargestMark = 1.79769e308;

/// Values of features that stand for "missing", and the value read instead.
struct MissingValues {
  std::vector<double> values;  ///< besides NaN and +-kLargestMark and beyond
  double read_as = 0;          ///< finite
  /// Texts besides is_missing_word(); no model keeps them.
  std::vector<std::string> words = {};

  /// True if a value stands for "missing".
  bool hold(double value) const;
  /// True if a text does that is no number.
  bool hold_word(std::string_view text) const;
  bool operator==(const MissingValues&) const = default;
};

/// True for a value of kLargestMark, of either sign; false for infinity.
bool is_largest_mark(double value);

/// True for a word that programs write for "missing": NULL, NA, None ...
bool is_missing_word(std::string_view text);

/// True for what programs write in place of a name or time that is missing:
/// is_missing_word(), nan, NaN, NaT, `\N`.
bool is_missing_name(std::string_view text);

/// Parses numbers, and other texts, that stand for "missing", separated by
/// commas, e.g. `-1, ?, #N/A`.
/// @throws std::invalid_argument  for an empty one
MissingValues parse_missing_marks(const std::string& text);

/// Parses numbers that stand for "missing", separated by commas, e.g.
/// `-1, 999`; `inf` and `-inf` are allowed.
/// @throws std::invalid_argument  with what is allowed
std::vector<double> parse_missing(const std::string& text);

/// Refuses an infinite value of a feature, in words with the remedy.
std::string not_finite(std::string_view value, std::string_view feature);

}  // namespace fedltr
