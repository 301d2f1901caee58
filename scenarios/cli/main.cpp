#include <csignal>
#include <cstdlib>
#include <iostream>
#include <stdexcept>

#include "algorithms/core/wide.hpp"
#include "scenarios/base/errors.hpp"
#include "scenarios/cli/cli.hpp"

namespace {

/// $FEDLTR_REGISTERS, if it is set, names the registers that kernels use: for
/// comparing results, which are the same on all, and speeds, which are not.
bool choose_registers() {
  const char* const name = std::getenv("FEDLTR_REGISTERS");
  if (!name || *name == '\0') return true;
  try {
    fedltr::use_registers(name);
    return true;
  } catch (const std::invalid_argument&) {
    std::cerr << "fedltr: FEDLTR_REGISTERS = " << name << ": this machine has";
    for (const std::string_view other : fedltr::register_names())
      std::cerr << " " << other;
    std::cerr << "\n";
    return false;
  }
}

}  // namespace

int main(int count, char** arguments) {
  // A reader that goes away is an error of writing, not the end.
  std::signal(SIGPIPE, SIG_IGN);
  if (!choose_registers()) return fedltr::kWrongUsage;
  return fedltr::run_command_line({arguments + 1, arguments + count}, std::cout,
                                  std::cerr);
}
