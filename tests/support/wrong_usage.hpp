#pragma once

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "app/base/errors.hpp"
#include "tests/support/cli.hpp"

namespace fedltr::test {

/// A command line that is wrong, and its error without the program's name.
struct WrongUsage {
  std::vector<std::string> arguments;
  std::string error;
};

/// Checks that each command ends with the code of wrong usage, prints nothing
/// but its error, and writes no file into the folder.
inline void check_wrong_usage(const TemporaryFolder& folder,
                              const std::vector<WrongUsage>& commands) {
  const auto count = [&] {
    return std::distance(
        std::filesystem::recursive_directory_iterator(folder / ""), {});
  };
  const auto files = count();
  for (const WrongUsage& each : commands) {
    CAPTURE(each.error);
    const Outcome outcome = fedltr_command(each.arguments);
    CHECK(outcome.code == kWrongUsage);
    CHECK(outcome.out == "");
    CHECK(outcome.err == "fedltr: " + each.error + "\n");
    CHECK(count() == files);
  }
}

}  // namespace fedltr::test
