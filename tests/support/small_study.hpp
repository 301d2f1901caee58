#pragma once

// A small federation, run through the command line.
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/scenario.hpp"

namespace fedltr::test {

inline constexpr const char* kSmallStudy =
    "[synthetic]\nlike = custom\nqueries = 30\ndocuments = 12\nfeatures = 6\n"
    "[ranker]\ninit = normal\n"
    "[federation]\nclients = 20\ninteractions = 3\nrounds = 5\n"
    "[evaluation]\nmetrics = ndcg@10, map, mrr@5\n";

/// Runs it into a folder below.
inline Outcome run_small(const TemporaryFolder& folder, const std::string& out,
                         std::vector<std::string> more = {}) {
  std::vector<std::string> arguments = {
      "run", folder.write("small.ini", kSmallStudy), "--quiet", "--out",
      (folder / out).string()};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return fedltr_command(arguments);
}

inline std::vector<std::string> lines_of(const std::filesystem::path& file) {
  std::vector<std::string> lines;
  std::istringstream text(read_text(file));
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

}  // namespace fedltr::test
