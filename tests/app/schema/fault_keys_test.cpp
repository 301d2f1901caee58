// Keys of [timeline] and [faults].
#include <doctest/doctest.h>

#include "tests/support/keys.hpp"

namespace fedltr::fault_keys_test {
using test::check_needs;
using test::refusal;

namespace {

using Clients = std::vector<std::uint32_t>;

std::vector<TimelineEntry> timeline(const std::string& text) {
  return unchecked_scenario({"timeline.at=" + text}).timeline.entries;
}

}  // namespace

TEST_CASE("each key of faults sets what it names") {
  const FaultOptions faults =
      unchecked_scenario({"faults.dropout=0.1", "faults.late=0.2",
                          "faults.corrupt=0.3", "faults.crash=0.4",
                          "faults.stale=weigh", "faults.delay=5",
                          "faults.staleness=0.6", "faults.min-updates=7"})
          .faults;
  CHECK(faults.dropout == 0.1);
  CHECK(faults.late == 0.2);
  CHECK(faults.corrupt == 0.3);
  CHECK(faults.crash == 0.4);
  CHECK(faults.use_late);
  CHECK(faults.delay == 5);
  CHECK(faults.staleness == 0.6);
  CHECK(faults.least == 7);
  CHECK(faults.spared == 0);
}

TEST_CASE("by default nothing fails") {
  CHECK_FALSE(unchecked_scenario({}).faults.any());
}

TEST_CASE("a timeline is read entry by entry, in the order given") {
  const auto entries = timeline(
      "9 attack; 3 honest 0-1,4; 5 unlearn 2;6 join 3 ;7  leave  5, 6");
  REQUIRE(entries.size() == 5);
  CHECK(entries[0].round == 9);
  CHECK(entries[0].event == Event::kAttack);
  CHECK(entries[0].clients.empty());
  CHECK(entries[1].event == Event::kHonest);
  CHECK(entries[1].clients == Clients{0, 1, 4});
  CHECK(entries[2].event == Event::kUnlearn);
  CHECK(entries[2].clients == Clients{2});
  CHECK(entries[3].round == 6);
  CHECK(entries[3].event == Event::kJoin);
  CHECK(entries[4].event == Event::kLeave);
  CHECK(entries[4].clients == Clients{5, 6});
}

TEST_CASE("a timeline is set anew, not added to, and may be empty") {
  Scenario scenario = unchecked_scenario({"timeline.at=3 join 1"});
  find_key("timeline.at")->set(scenario, {"4 leave 1; 5 join 1", {}});
  CHECK(scenario.timeline.entries.size() == 2);
  find_key("timeline.at")->set(scenario, {"", {}});
  CHECK(scenario.timeline.entries.empty());
}

TEST_CASE("an entry has a round, an event, and clients where they count") {
  for (const char* text :
       {"attack", "0 attack", "x attack", "5", "5 sleep", "5 unlearn", "5 join",
        "5 leave", "100000001 attack", "-1 attack", "5 attack;;"}) {
    CAPTURE(text);
    CHECK(refusal("timeline.at", text).find("expected ROUND attack|honest") !=
          std::string::npos);
  }
  CHECK(refusal("timeline.at", "100000000 attack") == "");
  CHECK(refusal("timeline.at", "5 join 3-1").find("is not a client's number") !=
        std::string::npos);
  // The message names the invalid entry, not its neighbours.
  CHECK(refusal("timeline.at", "5 attack; 6 nap").starts_with("'6 nap': "));
}

TEST_CASE("late updates are weighted only where there are some") {
  check_needs({"faults.stale"}, {"faults.late=0.1"});
  check_needs({"faults.delay", "faults.staleness"},
              {"faults.late=0.1", "faults.stale=weigh"}, {"faults.late=0.1"});
  check_needs({"faults.delay", "faults.staleness"},
              {"faults.late=0.1", "faults.stale=weigh"},
              {"faults.stale=weigh"});
}

}  // namespace fedltr::fault_keys_test
