// Conflicts of [federation], [ranker] and [learner].
#include "tests/support/refusals.hpp"

namespace fedltr::learning_rules_test {
using namespace fedltr::test;

TEST_CASE("bounds of searches and absent clients") {
  check_edges({
      {{},
       "federation.clients=10000000",
       "federation.clients=10000001",
       "makes rounds of 10000001 clients, of at most 10000000; set "
       "federation.participation"},
      {{"federation.participation=0.01"},
       "federation.clients=1000000000",
       "federation.clients=1000000001",
       "expected an integer 1 to 1000000000"},
      {{"federation.participation=0.01",
        "heterogeneity.kind=label-distribution"},
       "federation.clients=10000000",
       "federation.clients=10000001",
       "is at most 10000000 if each client has data or parameters of its own"},
      {{"federation.interactions=6"},
       "learner.pdgd.batch=3",
       "learner.pdgd.batch=4",
       "must divide federation.interactions, 6"},
      {{"learner.method=em", "federation.interactions=200",
        "learner.log.curve-rate=0.01"},
       "learner.log.batch=100",
       "learner.log.batch=200",
       "must be at most 1 / learner.log.batch, 0.005: the means by rank that "
       "em "
       "learns would overshoot"},
      {{"learner.method=es"},
       "federation.interactions=6",
       "federation.interactions=7",
       "must be even for antithetic es: half of them are at the negative "
       "perturbation"},
      {{"federation.clients=7"},
       "federation.absent=6",
       "federation.absent=7",
       "names client 7, but clients are numbered 0 to 6"},
      {{"federation.clients=7"},
       "federation.absent=0-5",
       "federation.absent=0-6",
       "leaves no client to take part"},
  });
}

}  // namespace fedltr::learning_rules_test
