#include "actors/link/log_limit.hpp"

#include <doctest/doctest.h>

namespace fedltr::log_limit_test {
namespace {

/// Lets a window pass and returns the number of lines left out in it.
std::uint64_t window(LogLimit& limit) {
  for (std::uint32_t i = 1; i < LogLimit::kTicks; ++i) CHECK(limit.tick() == 0);
  return limit.tick();
}

}  // namespace

TEST_CASE("a few lines of a flood are logged, and the others counted") {
  LogLimit limit;
  std::uint32_t logged = 0;
  for (int i = 0; i < 42109; ++i) logged += limit.allow() ? 1 : 0;
  CHECK(logged == LogLimit::kLines);
  CHECK(window(limit) == 42109 - LogLimit::kLines);
  CHECK(limit.allow());
  CHECK(window(limit) == 0);
}

}  // namespace fedltr::log_limit_test
