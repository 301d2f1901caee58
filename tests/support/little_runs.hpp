#pragma once

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/support/cli.hpp"

namespace fedltr::test {

/// Runs of a little federation with some settings, in folders of given names.
struct LittleRuns {
  /// @param section  lines of [run]
  explicit LittleRuns(std::string section) : run_section(std::move(section)) {}

  /// @return  the run's folder
  std::string run(const std::string& name,
                  const std::vector<std::string>& settings) const {
    std::vector<std::string> arguments = {
        "run",
        folder.write("s.ini",
                     "[synthetic]\nlike = custom\nqueries = 30\n[federation]\n"
                     "clients = 10\nrounds = 5\n[run]\n" +
                         run_section),
        "--quiet", "--out", (folder / name).string()};
    for (const auto& each : settings) {
      arguments.emplace_back("--set");
      arguments.push_back(each);
    }
    const Outcome outcome = fedltr_command(arguments);
    REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
    return (folder / name).string();
  }

  TemporaryFolder folder;
  std::string run_section;
};

}  // namespace fedltr::test
