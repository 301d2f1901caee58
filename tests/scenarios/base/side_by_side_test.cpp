#include "algorithms/core/side_by_side.hpp"

#include <numeric>
#include <set>
#include <stdexcept>

#include <doctest/doctest.h>

namespace fedltr::side_by_side_test {

TEST_CASE("each piece of work is done once, on however many threads") {
  for (const std::size_t threads : {0, 1, 2, 8}) {
    std::vector<int> done(100);
    side_by_side(done.size(), threads, [&](std::size_t i) { ++done[i]; });
    CHECK(done == std::vector<int>(100, 1));
  }
  side_by_side(0, 4, [](std::size_t) { FAIL("there is no work"); });
}

TEST_CASE("one thread is this one") {
  std::set<std::thread::id> threads;
  side_by_side(
      5, 1, [&](std::size_t) { threads.insert(std::this_thread::get_id()); });
  CHECK(threads == std::set{std::this_thread::get_id()});
}

TEST_CASE("a failure ends the work and is told") {
  for (const std::size_t threads : {1, 4}) {
    std::atomic<int> done = 0;
    CHECK_THROWS_WITH(side_by_side(1000, threads,
                                   [&](std::size_t i) {
                                     if (i == 7) throw std::runtime_error("7");
                                     ++done;
                                   }),
                      "7");
    CHECK(done < 1000);
  }
}

}  // namespace fedltr::side_by_side_test
