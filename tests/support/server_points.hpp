#pragma once

#include <string>
#include <vector>

#include "app/study/points.hpp"
#include "tests/support/cli.hpp"

namespace fedltr::test {

inline constexpr const char* kServerScenario =
    "[synthetic]\nlike = custom\nqueries = 30\ndocuments = 9\nfeatures = 4\n"
    "[federation]\nclients = 6\ninteractions = 2\nrounds = 2\n";

/// Points of a grid with their data, as on a server.
inline std::vector<Point> server_points(
    const std::vector<std::string>& settings) {
  const TemporaryFolder folder;
  auto points = describe_points(
      read_scenario(folder.write("s.ini", kServerScenario), settings), "out");
  load_points(points);
  return points;
}

}  // namespace fedltr::test
