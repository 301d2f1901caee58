#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "actors/nodes/session.hpp"
#include "app/study/points.hpp"

// How server and node come to have the same plans: the server sends every key
// of every point as text, the node reads them, puts its own files in the place
// of the server's, and states digests of both.
namespace fedltr {

/// Every key but paths, of points in their order.
std::string encode_points(std::span<const Point> points);

/// SHA-256 over the same.
std::string digest_of_points(std::span<const Point> points);

/// SHA-256 of each file, in the order in which they are read.
std::vector<std::string> data_of_points(std::span<const Point> points);

/// At the node. No path that the server names is opened: files are looked up
/// by their names in `data`.
/// @param data  folder, or empty: the scenario makes its data itself
/// @throws UsageError, DataError
PreparedRuns prepare_points(const std::string& encoded,
                            const std::filesystem::path& data);

}  // namespace fedltr
