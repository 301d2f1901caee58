#include "algorithms/data/session_log.hpp"

#include <stdexcept>

#include <doctest/doctest.h>

namespace fedltr::session_log_test {
namespace {

using Documents = std::vector<Index>;
using ListClicks = std::vector<std::uint8_t>;

}  // namespace

TEST_CASE("a log gives its lists back") {
  SessionLog log;
  log.add(5, 1, Documents{2, 0}, ListClicks{0, 1});
  log.add(3, 0, Documents{4}, ListClicks{0});
  log.add(5, 1, Documents{}, ListClicks{});
  CHECK(log.sessions() == 3);
  CHECK(log.clicks() == 1);
  CHECK(log.list(0).query == 5);
  CHECK(log.list(0).documents[1] == 0);
  CHECK(log.list(0).clicks[1] == 1);
  CHECK(log.list(1).documents.size() == 1);
  CHECK(log.list(1).documents[0] == 4);
  CHECK(log.list(2).documents.empty());
  CHECK_FALSE(log.has_propensities());
  CHECK(log.list(0).propensities.empty());
}

TEST_CASE("users with the most sessions come first") {
  SessionLog log;
  for (const std::uint32_t user : {7, 2, 9, 2, 9, 7, 2})
    log.add(0, user, Documents{0}, ListClicks{0});
  CHECK(sessions_by_user(log) ==
        std::vector<std::vector<Index>>{{1, 3, 6}, {0, 5}, {2, 4}});
}

TEST_CASE("propensities are of all lists or of none") {
  SessionLog log;
  log.add(0, 0, Documents{0}, ListClicks{1}, std::vector<double>{0.5});
  CHECK(log.list(0).propensities[0] == 0.5F);
  CHECK_THROWS_AS(log.add(0, 0, Documents{0}, ListClicks{1}),
                  std::invalid_argument);
  CHECK_THROWS_AS(log.add(0, 0, Documents{0}, ListClicks{1, 0}),
                  std::invalid_argument);
}

}  // namespace fedltr::session_log_test
