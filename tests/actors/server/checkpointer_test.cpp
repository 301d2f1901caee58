#include "actors/server/checkpointer.hpp"

#include <doctest/doctest.h>

#include "algorithms/core/archive.hpp"

namespace fedltr::checkpointer_test {
namespace {

Snapshot read_snapshot(const std::string& bytes) {
  Snapshot snapshot;
  Archive archive(bytes);
  archive(snapshot);
  archive.finish();
  return snapshot;
}

std::vector<RoundRecord> rows_to(std::uint32_t last) {
  std::vector<RoundRecord> rows(last + 1);
  for (std::uint32_t round = 0; round <= last; ++round)
    rows[round].round = round;
  return rows;
}

}  // namespace

TEST_CASE("a checkpoint is due every n rounds, or on request") {
  Checkpointer checkpointer({false, 3});
  for (const std::uint32_t round : {1U, 2U}) checkpointer.round_closed(round);
  CHECK_FALSE(checkpointer.is_due());
  checkpointer.round_closed(3);
  CHECK(checkpointer.is_due());
  CHECK(checkpointer.take_request(3));
  CHECK_FALSE(checkpointer.is_due());
  checkpointer.request();
  CHECK(checkpointer.is_due());
  Checkpointer never({false, 0});
  never.round_closed(3);
  CHECK_FALSE(never.is_due());
}

TEST_CASE("a run that is stopped keeps what it has") {
  Checkpointer asked({true, 0});
  asked.stop(4);
  CHECK(asked.is_due());
  CHECK(asked.last_row(9) == 4);
  Checkpointer unasked({false, 3});
  unasked.request();
  unasked.stop(4);
  CHECK_FALSE(unasked.is_due());
  Checkpointer going({true, 0});
  CHECK(going.last_row(9) == 9);
  asked.withdraw();
  CHECK_FALSE(asked.is_due());
}

TEST_CASE("a checkpoint is complete with all cohorts and rows") {
  Checkpointer checkpointer({false, 1});
  checkpointer.begin(5, 3, "server", {0, 7});
  CHECK(checkpointer.is_busy());
  CHECK(checkpointer.round() == 5);
  CHECK_FALSE(checkpointer.take_complete({}, rows_to(3)));
  checkpointer.add(5, 7, "seven");
  checkpointer.add(4, 0, "of another round");
  checkpointer.add(5, 2, "of another federation");
  checkpointer.add(5, 7, "a second answer");
  CHECK_FALSE(checkpointer.take_complete({}, rows_to(3)));
  checkpointer.add(5, 0, "zero");
  CHECK_FALSE(checkpointer.take_complete(3, rows_to(2)));  // a row is missing
  // Rows after the last one belong to rounds that will be run again.
  const auto bytes = checkpointer.take_complete(4, rows_to(4));
  REQUIRE(bytes);
  const Snapshot snapshot = read_snapshot(*bytes);
  CHECK(snapshot.round == 5);
  CHECK(snapshot.server == "server");
  CHECK(snapshot.parts ==
        std::map<std::uint32_t, std::string>{{0, "zero"}, {7, "seven"}});
  REQUIRE(snapshot.rounds.size() == 4);
  CHECK(snapshot.rounds.back().round == 3);
  CHECK_FALSE(checkpointer.take_complete({}, rows_to(4)));  // already given
}

TEST_CASE("one checkpoint is made at a time") {
  Checkpointer checkpointer({false, 1});
  checkpointer.round_closed(1);
  CHECK(checkpointer.take_request(1));
  checkpointer.begin(1, 1, "", {0});
  checkpointer.round_closed(2);
  CHECK_FALSE(checkpointer.is_due());
  checkpointer.kept();
  CHECK_FALSE(checkpointer.is_busy());
  CHECK(checkpointer.is_due());
}

TEST_CASE("a kept state is not kept again") {
  Checkpointer checkpointer({false, 0});
  checkpointer.begin(7, 7, "", {0});
  checkpointer.kept();
  checkpointer.request();
  CHECK_FALSE(checkpointer.take_request(7));
  CHECK_FALSE(checkpointer.is_due());
  checkpointer.request();
  CHECK(checkpointer.take_request(8));
  Checkpointer resumed({false, 0});
  resumed.resumed(7);
  resumed.request();
  CHECK_FALSE(resumed.take_request(7));
}

}  // namespace fedltr::checkpointer_test
