#pragma once

#include <string>
#include <utility>
#include <vector>

// Published values of a picture, as [figure] and [table] list them:
//
//   published = grid.method=fpdgd clicks.model=perfect,navigational: 313.28,
//   303.8
//
// Settings name the place of a value. One of them may list several values, each
// with its number.
namespace fedltr {

/// Name of the metric in a place, of pictures with several metrics.
inline constexpr const char* kMetricPlace = "metric";

/// A value that a source prints.
struct PublishedValue {
  /// Key and value, in the order written; a former name of a key is replaced.
  std::vector<std::pair<std::string, std::string>> place;
  double value = 0;
  std::string printed;  ///< the value as written, with its zeros
  std::string text;     ///< the line as written
};

/// Reads published values, separated by semicolons.
/// @throws std::invalid_argument  for another form, or numbers that are not as
///                                many as the places; keys are not checked
std::vector<PublishedValue> read_published(const std::string& text);

}  // namespace fedltr
