#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "app/results/compare/tables.hpp"
#include "tests/support/run_folders.hpp"

namespace fedltr::test {

/// Two runs that differ by 1, 2 and 3.
struct Little {
  RunFolder a = made_run("rule=mean", {{"x", 1}, {"y", 2}, {"z", 6}});
  RunFolder b = made_run("rule=a_b & 5%", {{"x", 2}, {"y", 4}, {"z", 9}});

  std::vector<ComparisonTable> tables(
      const CompareOptions& options = {}) const {
    ComparisonTable table = compare_runs("m", {&a, &b}, options);
    correct({&table});
    return {table};
  }
};

/// Returns what a function prints of some tables.
template <class Print>
std::string printed(const Print& print,
                    const std::vector<ComparisonTable>& tables) {
  std::ostringstream out;
  print(out, tables);
  return out.str();
}

}  // namespace fedltr::test
