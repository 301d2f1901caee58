#include <csignal>
#include <iostream>
#include <string>
#include <vector>

#include "app/base/errors.hpp"
#include "app/base/no_memory.hpp"
#include "app/cli/cli.hpp"

int main(int count, char** given) {
  const std::vector<std::string> arguments(given + 1, given + count);
  fedltr::end_without_memory(fedltr::kRunFailed, [&](const char* what) {
    return fedltr::error_line(arguments, fedltr::kRunFailed, what);
  });
  // A closed pipe is an error of writing, not the end of the process.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a file size limit acts as a full disk
  return fedltr::run_command_line(arguments, std::cout, std::cerr);
}
