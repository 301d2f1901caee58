#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "actors/nodes/session.hpp"
#include "app/study/points.hpp"

// Gives server and node the same plans: the server sends every key of every
// point as text; the node reads them, replaces the server's files by its own,
// and sends digests of both.
namespace fedltr {

/// All keys of the points, in their order, with only the names of paths.
std::string encode_points(std::span<const Point> points);

/// SHA-256 of encode_points().
std::string digest_of_points(std::span<const Point> points);

/// SHA-256 of each file, in the order of reading.
std::vector<std::string> data_of_points(std::span<const Point> points);

/// Prepares the runs at the node. Opens no path that the server names: looks up
/// files by their names in `data`.
/// @param data  folder; empty if the scenario generates its data
/// @throws UsageError, DataError
PreparedScenario prepare_points(const std::string& encoded,
                                const std::filesystem::path& data);

}  // namespace fedltr
