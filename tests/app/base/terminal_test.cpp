#include "app/base/terminal.hpp"

#include <cstdlib>

#include <doctest/doctest.h>
#include <unistd.h>

#include "tests/support/terminal.hpp"

namespace fedltr::terminal_test {
using namespace fedltr::test;

TEST_CASE("a terminal has columns, 80 by default, others have none") {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  CHECK_FALSE(terminal_columns(ends[0]));
  close(ends[0]);
  close(ends[1]);
  const auto columns = [] {
    const std::string text =
        std::to_string(terminal_columns(STDERR_FILENO).value_or(0));
    (void)!write(STDERR_FILENO, text.data(), text.size());
  };
  CHECK(drawn_on_terminal(132, columns) == "132");
  CHECK(drawn_on_terminal(0, columns) == "80");
}

TEST_CASE("colours are for a terminal, unless NO_COLOR or TERM=dumb") {
  const auto colours = [] {
    const auto tell = [] {
      (void)!write(STDERR_FILENO, wants_colour("auto") ? "y" : "n", 1);
    };
    unsetenv("NO_COLOR");
    setenv("TERM", "xterm", 1);
    tell();
    setenv("NO_COLOR", "1", 1);
    tell();
    setenv("NO_COLOR", "", 1);  // the same as unset
    tell();
    setenv("TERM", "dumb", 1);
    tell();
    (void)!write(STDERR_FILENO, wants_colour("always") ? "y" : "n", 1);
    (void)!write(STDERR_FILENO, wants_colour("never") ? "y" : "n", 1);
  };
  CHECK(drawn_on_terminal(80, colours) == "ynynyn");
}

TEST_CASE("the first of LC_ALL, LC_CTYPE and LANG decides on symbols") {
  const auto unicode = [] {
    const auto tell = [](const char* all, const char* type, const char* lang) {
      setenv("LC_ALL", all, 1);
      setenv("LC_CTYPE", type, 1);
      setenv("LANG", lang, 1);
      (void)!write(STDERR_FILENO, shows_unicode() ? "y" : "n", 1);
    };
    tell("", "", "");
    tell("", "", "de_DE.UTF-8");
    tell("", "C", "de_DE.UTF-8");
    tell("C.utf8", "C", "");
  };
  CHECK(drawn_on_terminal(80, unicode) == "nyny");
}

TEST_CASE("a long line is broken at blanks, and indented from the second on") {
  CHECK(wrapped("short", 10, 2) == "short");
  CHECK(wrapped("one two three four", 9, 2) == "one two\n  three\n  four");
  CHECK(wrapped("exactly ten", 11, 2) == "exactly ten");
  CHECK(wrapped("  in one two", 8, 4) == "  in one\n    two");
  CHECK(wrapped("averyverylongword and more", 8, 2) ==
        "averyverylongword\n  and\n  more");
  CHECK(wrapped("averyverylongword", 8, 2) == "averyverylongword");
  CHECK(wrapped("one two", 3, 9) == "one\n         two");
}

}  // namespace fedltr::terminal_test
