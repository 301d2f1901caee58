#include "app/base/progress.hpp"

#include <cmath>
#include <cstdlib>

#include <doctest/doctest.h>

#include "tests/support/terminal.hpp"

namespace fedltr::progress_test {
using namespace fedltr::test;

TEST_CASE("the progress bar has rounds, rate and time left, and fits") {
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

TEST_CASE("a rate is not shown before time has passed") {
  CHECK(progress_line(3, 10, 0, 200).ends_with("3/10 rounds  0/s"));
  CHECK(progress_line(0, 10, 5, 200).ends_with("0/10 rounds  0/s"));
  CHECK(progress_line(1, 2, 59.5, 200).ends_with("1 min 0 s left"));
}

TEST_CASE("a terminal has a bar of its width, which goes away at the end") {
  const auto draw = [] {
    Progress progress(10);
    progress.leave_out(4);
    progress.advance(3);
    progress.advance(1);  // too soon to be drawn again
  };
  const std::string wide = drawn_on_terminal(100, draw);
  CHECK(wide.starts_with("\r[####################....................] 3/6 "));
  CHECK(wide.ends_with("\r\x1b[J"));
  CHECK(wide.find("4/6") == std::string::npos);
  const std::string narrow = drawn_on_terminal(20, draw);
  CHECK(narrow.find("\x1b[K") == 1 + 19);  // one column stays free
}

TEST_CASE("a terminal that can't go back in a line has no bar") {
  CHECK(drawn_on_terminal(80, [] {
          setenv("TERM", "dumb", 1);
          Progress progress(10);
          progress.advance(3);
        }).empty());
}

TEST_CASE("a sparkline goes from the minimum to the maximum") {
  CHECK(sparkline({}, 8).empty());
  CHECK(sparkline({0.5}, 8) == "▁");
  CHECK(sparkline({0, 1, 2, 3, 4, 5, 6, 7}, 8) == "▁▂▃▄▅▆▇█");
  CHECK(sparkline({0, 7, 3.5}, 8) == "▁█▅");
  // With more values than columns, the last value of each part.
  CHECK(sparkline({0, 0, 0, 7, 0, 3}, 3) == "▁█▄");
  CHECK(sparkline({0, std::nan(""), 7}, 8) == "▁ █");
}

TEST_CASE("the last value and its curve are below the bar") {
  const std::string drawn = drawn_on_terminal(40, [] {
    setenv("TERM", "xterm", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    Progress progress(10);
    progress.begin_curve("ndcg@10");
    progress.add_to_curve(0.25);
    progress.add_to_curve(0.5);
    progress.advance(3);
  });
  CHECK(drawn.find("\r\nndcg@10 0.5000  ▁█\x1b[K\r\x1b[1A") !=
        std::string::npos);
  const std::string plain = drawn_on_terminal(40, [] {
    setenv("TERM", "xterm", 1);
    setenv("LC_ALL", "C", 1);
    Progress progress(10);
    progress.begin_curve("ndcg@10");
    progress.add_to_curve(0.25);
    progress.add_to_curve(0.5);
    progress.advance(3);
  });
  CHECK(plain.find("\r\nndcg@10 0.5000\x1b[K\r\x1b[1A") != std::string::npos);
}

}  // namespace fedltr::progress_test
