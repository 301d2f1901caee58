#pragma once

#include <string>
#include <string_view>
#include <vector>

// Named points of a [grid], which set keys of any sections together:
//
//   scale = small: federation.clients=50 federation.rounds=10000,
//           large: federation.clients=1000 federation.rounds=500
//
// `scale` is a list of points, its key is grid.scale; `small` and `large` are
// names of points.
namespace fedltr {

inline constexpr std::string_view kGridPrefix = "grid.";

/// True for the key of a list of named points, "grid.scale".
bool is_points_key(const std::string& key);

/// A named point as written.
struct WrittenPoint {
  std::string name;
  /// Key and value, in the order written; a former name of a key is replaced.
  std::vector<std::pair<std::string, std::string>> settings;
};

/// True if a text defines named points: its first value begins with "NAME:".
bool defines_points(const std::string& text);

/// Reads a list of named points.
/// @throws std::invalid_argument  for another form, an invalid or repeated
///                                name, or a key that a point sets twice; the
///                                keys themselves are not checked
std::vector<WrittenPoint> read_named_points(const std::string& text);

/// Returns the list as read_named_points() reads it.
std::string written(const std::vector<WrittenPoint>& points);

/// Returns only the points with these names, in the order of the names.
/// @param names  separated by commas
/// @throws std::invalid_argument  if there is no such point
std::vector<WrittenPoint> chosen_points(const std::vector<WrittenPoint>& points,
                                        const std::string& names);

}  // namespace fedltr
