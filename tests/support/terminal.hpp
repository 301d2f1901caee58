#pragma once

#include <string>

#include <pty.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fedltr::test {

/// Output of a child on a terminal with this number of columns.
inline std::string drawn_on_terminal(unsigned short columns, void (*draw)()) {
  int terminal = -1;
  const winsize size{24, columns, 0, 0};
  const pid_t child = forkpty(&terminal, nullptr, nullptr, &size);
  if (child == 0) {
    draw();
    _exit(0);
  }
  std::string drawn;
  char bytes[512];
  for (ssize_t count = 0; (count = read(terminal, bytes, sizeof bytes)) > 0;)
    drawn.append(bytes, static_cast<std::size_t>(count));
  waitpid(child, nullptr, 0);
  close(terminal);
  return drawn;
}

}  // namespace fedltr::test
