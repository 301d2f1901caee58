#include <csignal>
#include <iostream>
#include <string>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include "app/base/errors.hpp"
#include "app/base/no_memory.hpp"
#include "app/cli/cli.hpp"

namespace {

/// Opens /dev/null for each standard stream that the caller has closed (`>&-`),
/// so that no file, ledger or connection gets its number and with it the
/// program's output. It is opened in the other direction, so that its use stays
/// an error.
void reserve_standard_streams() {
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream)
    if (fcntl(stream, F_GETFD) == -1 &&
        open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY) !=
            stream)
      _exit(fedltr::kRunFailed);
}

}  // namespace

int main(int count, char** given) {
  const std::vector<std::string> arguments(given + 1, given + count);
  reserve_standard_streams();
  fedltr::end_without_memory(fedltr::kRunFailed, [&](const char* what) {
    return fedltr::error_line(arguments, fedltr::kRunFailed, what);
  });
  // A closed pipe is an error of writing, not the end of the process.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a file size limit acts as a full disk
  return fedltr::run_command_line(arguments, std::cout, std::cerr);
}
