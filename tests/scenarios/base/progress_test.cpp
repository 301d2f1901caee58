#include "scenarios/base/progress.hpp"

#include <doctest/doctest.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fedltr::progress_test {

TEST_CASE("the progress bar says rounds, rate and time left, and fits") {
  const std::string line = progress_line(50, 200, 5, 80);
  CHECK(line.find("50/200 rounds  10/s  15 s left") != std::string::npos);
  CHECK(line.starts_with("[####"));
  for (const std::size_t columns : {5, 20, 40, 80, 200})
    CHECK(progress_line(50, 200, 5, columns).size() <= columns);
  CHECK(progress_line(0, 0, 0, 80).find("0/0") != std::string::npos);
}

TEST_CASE("the bar is full when all rounds are done, and not before") {
  const std::string half = progress_line(1, 2, 1, 200);
  const std::string all = progress_line(2, 2, 1, 200);
  CHECK(half.find('.') != std::string::npos);
  CHECK(all.starts_with("[" + std::string(40, '#') + "]"));
  CHECK(all.find("left") == std::string::npos);
}

TEST_CASE("times left are in the unit that suits them") {
  CHECK(progress_line(1, 100, 1, 200).find("1 min 39 s left") !=
        std::string::npos);
  CHECK(progress_line(1, 7201, 1, 200).find("2 h 0 min left") !=
        std::string::npos);
}

TEST_CASE("more rounds than were planned fill the bar and no more") {
  const std::string line = progress_line(7, 5, 1, 200);
  CHECK(line.starts_with("[" + std::string(40, '#') + "] 7/5 rounds  7/s"));
  CHECK(line.find("left") == std::string::npos);
}

TEST_CASE("a rate is not told before time has passed") {
  CHECK(progress_line(3, 10, 0, 200).ends_with("3/10 rounds  0/s"));
  CHECK(progress_line(0, 10, 5, 200).ends_with("0/10 rounds  0/s"));
  CHECK(progress_line(1, 2, 59.5, 200).ends_with("1 min 0 s left"));
}

namespace {

/// What a child draws on a terminal of so many columns.
std::string drawn_on_terminal(unsigned short columns, void (*draw)(bool show)) {
  int terminal = -1;
  const winsize size{24, columns, 0, 0};
  const pid_t child = forkpty(&terminal, nullptr, nullptr, &size);
  if (child == 0) {
    draw(true);
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

}  // namespace

TEST_CASE("a terminal has a bar of its width, which goes away at the end") {
  const auto draw = [](bool show) {
    Progress progress(10, show);
    progress.leave_out(4);
    progress.advance(3);
    progress.advance(1);  // too soon to be drawn again
  };
  const std::string wide = drawn_on_terminal(100, draw);
  CHECK(wide.starts_with("\r[####################....................] 3/6 "));
  CHECK(wide.ends_with("\r\x1b[K"));
  CHECK(wide.find("4/6") == std::string::npos);
  const std::string narrow = drawn_on_terminal(20, draw);
  CHECK(narrow.find("\x1b[K") == 1 + 19);  // one column is left free
}

TEST_CASE("a bar that is not wanted draws nothing") {
  CHECK(drawn_on_terminal(80, [](bool) {
          Progress progress(10, false);
          progress.advance(3);
        }).empty());
}

}  // namespace fedltr::progress_test
