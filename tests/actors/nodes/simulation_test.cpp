#include "tests/support/simulated_federation.hpp"
#include "tests/support/simulation_seeds.hpp"

namespace fedltr::simulated_federation_test {
using namespace fedltr::test;

namespace {

/// Clients with a memory, which moves from node to node, in two cohorts, one of
/// them small.
FederationPlan small_and_keeping() {
  FederationPlan plan = neural_plan(small_plan(260, 12), 3);
  plan.interactions = 1;
  plan.participation = 0.1;
  plan.evaluate_every = 4;
  plan.personal = 3;
  plan.personal_evaluations = {plan.evaluation};
  plan.report_local_metrics = true;
  plan.checkpoint.every = 2;
  return plan;
}

SimulatedFederation::Options usual_options() {
  SimulatedFederation::Options how;
  how.plan = small_and_keeping();
  return how;
}

void check_undisturbed(const SimulatedFederation& simulated) {
  static const std::string expected =
      bytes_of(run(small_and_keeping(), 1).results.at(0));
  REQUIRE_MESSAGE(simulated.failure().empty(), simulated.failure());
  REQUIRE(simulated.result());
  CHECK(bytes_of(*simulated.result()) == expected);
  for (std::uint32_t node = 0; node < SimulatedFederation::kNodes; ++node) {
    const SessionEnd& end = simulated.end_of(node);
    // A node that was cut off when the run ended finds no server.
    if (end.kind != SessionEnd::Kind::kDone)
      CHECK_MESSAGE(end.why == "no server", end.why);
  }
}

}  // namespace

TEST_CASE("faults between a server and its nodes change no bit") {
  const Counts counts = simulate<SimulatedFederation>(
      kUsualSeeds / 6, usual_options(), check_undisturbed);
  if (!are_many_seeds()) return;
  for (const char* what : {"lost", "reset", "half open", "deaths", "resumed"})
    CHECK_MESSAGE(counts.at(what) > 50, what);
}

TEST_CASE("bits that flip between a server and its nodes change none") {
  SimulatedFederation::Options how = usual_options();
  how.tls = true;
  how.weather.flipped = 0.01;
  const Counts counts =
      simulate<SimulatedFederation>(kUsualSeeds / 30, how, check_undisturbed);
  if (are_many_seeds()) CHECK(counts.at("flipped") > 50);
}

TEST_CASE("a server that doesn't wait for nodes reports it, or is done") {
  SimulatedFederation::Options how = usual_options();
  how.wait = 2;
  how.weather.partitions = 6;
  how.weather.deaths = 3;
  std::uint64_t given_up = 0;
  simulate<SimulatedFederation>(
      kUsualSeeds / 6, how, [&](const SimulatedFederation& simulated) {
        if (simulated.failure().empty()) return check_undisturbed(simulated);
        ++given_up;
        CHECK(simulated.failure().find("came") != std::string::npos);
      });
  if (are_many_seeds()) CHECK(given_up > 10);
}

TEST_CASE("a seed gives a federation the same faults again") {
  const Hushed hushed;
  SimulatedFederation once(7, usual_options());
  SimulatedFederation again(7, usual_options());
  REQUIRE(once.run());
  REQUIRE(again.run());
  CHECK(once.network.now == again.network.now);
  CHECK(once.network.counts == again.network.counts);
  CHECK(once.steps == again.steps);
}

}  // namespace fedltr::simulated_federation_test
