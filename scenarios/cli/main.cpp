#include <csignal>
#include <iostream>

#include "scenarios/cli/cli.hpp"

int main(int count, char** arguments) {
  // A reader that goes away is an error of writing, not the end.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a limit of file sizes is a full disk
  return fedltr::run_command_line({arguments + 1, arguments + count}, std::cout,
                                  std::cerr);
}
