// Conflicts of [faults] and [timeline].
#include "tests/support/refusals.hpp"

namespace fedltr::fault_rules_test {
using namespace fedltr::test;

TEST_CASE("bounds of faults hold for the smallest average attendance") {
  check_edges({
      {{"federation.clients=10", "federation.participation=0.5"},
       "faults.min-updates=5",
       "faults.min-updates=6",
       "is more than the clients of a round, 5"},
      {{"federation.clients=100", "faults.dropout=0.5"},
       "faults.min-updates=50",
       "faults.min-updates=51",
       "is more than the 50 clients that answer on average in the round with "
       "the fewest: most such rounds would not be used"},
      // 1 - .9 is slightly less than .1, which is not the user's fault.
      {{"federation.clients=100", "faults.dropout=0.9"},
       "faults.min-updates=10",
       "faults.min-updates=11",
       "is more than the 10 clients that answer on average in the round with "
       "the fewest: most such rounds would not be used"},
      {{"federation.clients=10", "faults.dropout=0.4", "faults.crash=0.4"},
       "faults.min-updates=2",
       "faults.min-updates=3",
       "is more than the 2 clients that answer on average in the round with "
       "the fewest: most such rounds would not be used"},
      {{"federation.clients=20", "timeline.at=5 leave 0-9"},
       "faults.min-updates=10",
       "faults.min-updates=11",
       "is more than the 10 clients that answer on average in the round with "
       "the fewest: most such rounds would not be used"},
      // .7 + .2 + .1 is slightly less than 1.
      {{"faults.dropout=0.7", "faults.late=0.2"},
       "faults.corrupt=0.05",
       "faults.corrupt=0.1",
       "adds up with the other probabilities to 1 or more: a client has at "
       "most one fault per round, and some must have none"},
      {{"federation.rounds=9"},
       "timeline.at=9 leave 1",
       "timeline.at=10 leave 1",
       "has clients join or leave in round 10 of 9"},
      {{"federation.clients=4"},
       "timeline.at=3 leave 0-2; 4 join 0",
       "timeline.at=3 leave 0-3; 4 join 0",
       "leaves no client in round 3"},
      {{"federation.clients=4", "federation.rounds=9",
        "unlearning.method=federaser"},
       "timeline.at=4 join 3; 9 unlearn 0-1",
       "timeline.at=4 join 2-3; 9 unlearn 0-1",
       "leaves only unlearned clients in round 1, which retrain and "
       "unlearning.evidence repeat without them"},
      {{},
       "timeline.at=3 leave 1; 5 join 1; 7 leave 1",
       "timeline.at=3 leave 1; 5 leave 1; 7 join 1",
       "has client 1 leave twice"},
  });
}

TEST_CASE("faults that make clients miss rounds are refused by theory") {
  const std::string gamma = "privacy.mechanism=gamma-laplace";
  const std::string published =
      ": can't be used with gamma-laplace as published: its noise needs the "
      "share of every client; use privacy.mode = sound with fewer "
      "privacy.shares than clients";
  check_refusals({
      {{gamma, "faults.dropout=0.1"}, "faults.dropout = 0.1" + published},
      {{gamma, "faults.late=0.1"}, "faults.late = 0.1" + published},
      {{gamma, "faults.corrupt=0.1"}, "faults.corrupt = 0.1" + published},
      {{gamma, "faults.crash=0.1"}, "faults.crash = 0.1" + published},
      {{gamma, "timeline.at=5 leave 1"}, "timeline.at = 5 leave 1" + published},
      {{"faults.dropout=0.5", "privacy.shares=60"},
       "privacy.shares = 60: is more than the 50 clients that answer on "
       "average in the round with the fewest: most such rounds would not be "
       "used"},
      {{"aggregation.rule=krum", "faults.min-updates=2", "faults.dropout=0.1"},
       "faults.min-updates = 2: is 2, but with m = 0 krum needs n >= 2m + 3 "
       "updates of every round that is used; "
       "to run it with a warning: aggregation.condition = warn"},
      {{"aggregation.rule=krum", "faults.min-updates=3", "faults.dropout=0.1"},
       ""},
  });
}

TEST_CASE("late updates are not weighed where they do harm") {
  const SettingList weighed = {"faults.late=0.1", "faults.stale=weigh"};
  const auto with = [&](SettingList settings) {
    settings.insert(settings.end(), weighed.begin(), weighed.end());
    return settings;
  };
  check_refusals({
      {weighed, ""},
      {with({"unlearning.method=retrain", "unlearning.clients=1"}),
       "faults.stale = weigh: weigh would bring back late updates that are to "
       "be unlearned; with an unlearning.method set drop"},
      {with({"privacy.shares=2"}),
       "faults.stale = weigh: weigh moves a share of noise to another round's "
       "sum; with privacy.shares above 1 set drop"},
      {with({"aggregation.rule=median"}),
       "faults.stale = weigh: weigh can't be used with median: robust rules "
       "compare models that started from the same one"},
  });
}

TEST_CASE("a timeline moves present clients, and is kept in order") {
  check_refusals({
      {{"timeline.at=5 join 100"},
       "timeline.at = 5 join 100: names client 100, but clients are numbered "
       "0 to 99"},
      {{"timeline.at=6 join 1; 5 join 1"},
       "timeline.at = 6 join 1; 5 join 1: has client 1 join twice"},
      {{"timeline.at=5 attack"},
       "timeline.at = 5 attack: attack and honest need an attack.kind"},
      {{"attack.kind=lie", "timeline.at=5 attack; 7 honest"}, ""},
      // Client 99 stays, and in the second also client 98.
      {{"unlearning.method=retrain", "unlearning.clients=0-1",
        "unlearning.after=10", "timeline.at=5 leave 2-98"},
       "timeline.at = 5 leave 2-98: leaves fewer than 2 clients to unlearn "
       "others with after round 10"},
      {{"unlearning.method=retrain", "unlearning.clients=0-1",
        "unlearning.after=10", "timeline.at=5 leave 2-97"},
       ""},
  });
}

}  // namespace fedltr::fault_rules_test
