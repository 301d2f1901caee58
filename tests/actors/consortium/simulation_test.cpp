#include "tests/support/simulated_consortium.hpp"
#include "tests/support/simulation_seeds.hpp"

namespace fedltr::simulation_test {
using namespace fedltr::test;

void check_undisturbed(const SimulatedConsortium& simulated) {
  static const SiloRecord expected = run(tiny_plan());
  const auto& relay = simulated.end_of(SimulatedConsortium::kRelayPlace);
  REQUIRE_MESSAGE(relay->kind == End::Kind::kDone, relay->why);
  CHECK(relay->run->excluded.empty());
  for (std::uint32_t p = 0; p < kParties; ++p) {
    const auto& end = simulated.end_of(p);
    REQUIRE_MESSAGE(end->kind == End::Kind::kDone, end->why);
    CHECK(end->party->models == expected.parties[p]->models);
    CHECK(end->party->safety_code == expected.parties[p]->safety_code);
    CHECK(relay->run->sent[p].bytes == expected.sent[p].bytes);
  }
}

TEST_CASE("loss, resets, partitions, deaths and lost power change no bit") {
  const Counts counts =
      simulate<SimulatedConsortium>(kUsualSeeds, {}, check_undisturbed);
  if (!are_many_seeds()) return;
  for (const char* what :
       {"lost", "reset", "half open", "deaths", "without power"})
    CHECK_MESSAGE(counts.at(what) > 100, what);
}

TEST_CASE("a relay that shortens delivered messages changes no bit") {
  SimulatedConsortium::Options how;
  how.shortens = true;
  std::uint64_t shortened = 0;
  simulate<SimulatedConsortium>(200, how,
                                [&](const SimulatedConsortium& simulated) {
                                  check_undisturbed(simulated);
                                  shortened += simulated.shortened;
                                });
  if (are_many_seeds()) CHECK(shortened > 1000);
}

TEST_CASE("bits that flip under TLS change no bit of a result") {
  SimulatedConsortium::Options how;
  how.tls = true;
  how.weather.flipped = 0.01;
  const Counts counts =
      simulate<SimulatedConsortium>(60, how, check_undisturbed);
  if (are_many_seeds()) CHECK(counts.at("flipped") > 50);
}

TEST_CASE("with short waits, each party has a clear end") {
  SimulatedConsortium::Options how;
  how.grace = 3;
  how.weather.partitions = 4;
  std::uint64_t left_out = 0;
  simulate<SimulatedConsortium>(
      600, how, [&](const SimulatedConsortium& simulated) {
        const auto& relay = simulated.end_of(SimulatedConsortium::kRelayPlace);
        if (relay->kind != End::Kind::kDone) CHECK_FALSE(relay->why.empty());
        if (relay->kind == End::Kind::kDone && relay->run->excluded.empty())
          return;
        ++left_out;
        for (std::uint32_t p = 0; p < kParties; ++p) {
          const auto& end = simulated.end_of(p);
          if (end->kind == End::Kind::kDone)
            CHECK_FALSE(end->party->models.empty());
          else
            CHECK_FALSE(end->why.empty());
        }
      });
  if (are_many_seeds()) CHECK(left_out > 20);
}

TEST_CASE("a disk that loses writes is detected, and each party has an end") {
  SimulatedConsortium::Options how;
  how.disk_lies = true;
  std::uint64_t wrong = 0;
  simulate<SimulatedConsortium>(
      60, how, [&](const SimulatedConsortium& simulated) {
        // A process that lost synced data waits for messages that its peers
        // take for received, until the relay's deadline.
        for (std::uint32_t who = 0; who <= kParties; ++who)
          if (const auto& end = simulated.end_of(who);
              end->kind != End::Kind::kDone) {
            CHECK_FALSE(end->why.empty());
            ++wrong;
            return;
          }
      });
  if (are_many_seeds()) CHECK(wrong > 5);
}

TEST_CASE("a seed gives the same faults again") {
  const Hushed hushed;
  for (const bool tls : {false, true}) {
    SimulatedConsortium::Options how;
    how.tls = tls;
    how.weather.flipped = tls ? 0.01 : 0;
    SimulatedConsortium once(11, how);
    SimulatedConsortium again(11, how);
    REQUIRE(once.run());
    REQUIRE(again.run());
    CHECK(once.network.now == again.network.now);
    CHECK(once.network.counts == again.network.counts);
    CHECK(once.steps == again.steps);
  }
}

TEST_CASE("a hang is reported with the last events") {
  const Hushed hushed;
  SimulatedConsortium::Options how;
  how.limits.max_steps = 400;
  SimulatedConsortium simulated(1, how);
  REQUIRE_FALSE(simulated.run());
  CHECK(simulated.hang().find("no end of 0 1 2 3 4") != std::string::npos);
  CHECK(simulated.hang().find("a frame leaves, party") != std::string::npos);
}

}  // namespace fedltr::simulation_test
