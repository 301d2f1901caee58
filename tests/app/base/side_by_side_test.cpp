#include "app/base/side_by_side.hpp"

#include <chrono>
#include <cstddef>
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

TEST_CASE("a failure ends the work and is reported") {
  constexpr std::size_t kThreads = 4;
  for (const std::size_t threads : {std::size_t{1}, kThreads}) {
    std::atomic<std::size_t> begun = 0;
    std::atomic<bool> failed = false;
    const auto work = [&](std::size_t i) {
      ++begun;
      if (i == 0) {
        failed = true;
        throw std::runtime_error("the first");
      }
      while (!failed) std::this_thread::yield();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    };
    CHECK_THROWS_WITH(side_by_side(100'000, threads, work), "the first");
    // Waiting threads may start a few more before they see the failure.
    CHECK(begun < 50'000);
    if (threads == 1) CHECK(begun == 1);
  }
}

}  // namespace fedltr::side_by_side_test
