// Conflicts of [aggregation] and [attack].
#include "tests/support/refusals.hpp"

namespace fedltr::defence_rules_test {
using namespace fedltr::test;

TEST_CASE("bounds of attacks and rules") {
  check_edges({
      {{"attack.kind=lie", "federation.clients=11"},
       "attack.clients=5",
       "attack.clients=6",
       "must be less than half of federation.clients = 11"},
      {{"attack.kind=lie", "federation.clients=10"},
       "attack.clients=0.44",
       "attack.clients=0.45",  // 4.5 clients round up to 5
       "must be less than half of federation.clients = 10"},
      {{"aggregation.rule=krum", "federation.clients=11"},
       "aggregation.malicious=4",
       "aggregation.malicious=5",
       "krum needs n >= 2m + 3, but n = 11 and m = 5; m is at most 4; "
       "to run it with a warning: aggregation.condition = warn"},
      {{"aggregation.rule=krum", "aggregation.condition=warn",
        "federation.clients=11"},
       "aggregation.malicious=10",
       "aggregation.malicious=11",
       "must be less than n = 11 clients, which the rule compares"},
      {{"aggregation.rule=krum", "federation.participation=0.5"},
       "aggregation.malicious=23",
       "aggregation.malicious=24",
       "krum needs n >= 2m + 3, but n = 50 and m = 24; m is at most 23; "
       "to run it with a warning: aggregation.condition = warn"},
      {{"attack.kind=lie", "attack.clients=5"},
       "timeline.at=9 attack 4",
       "timeline.at=9 attack 5",
       "names client 5, but attackers are the clients below 5"},
  });
}

}  // namespace fedltr::defence_rules_test
