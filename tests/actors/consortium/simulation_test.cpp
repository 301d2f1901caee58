#include <algorithm>
#include <cstdlib>
#include <optional>

#include "tests/support/simulated_consortium.hpp"

namespace fedltr::simulation_test {
using namespace fedltr::test;

constexpr std::uint64_t kUsual = 1800;

/// $FEDLTR_SEED does one seed again; with $FEDLTR_SEEDS the first test takes so
/// many, the others in proportion.
struct Seeds {
  std::uint64_t first = 1;
  std::uint64_t count = 0;
};

std::optional<std::uint64_t> wanted(const char* name) {
  const char* const text = std::getenv(name);
  if (!text) return std::nullopt;
  return std::strtoull(text, nullptr, 10);
}

Seeds seeds(std::uint64_t usual) {
  if (const auto one = wanted("FEDLTR_SEED")) return {*one, 1};
  return {1, std::max<std::uint64_t>(
                 1, usual * wanted("FEDLTR_SEEDS").value_or(kUsual) / kUsual)};
}

/// Enough that all kinds of faults are among them.
bool are_many() {
  return !wanted("FEDLTR_SEED") &&
         wanted("FEDLTR_SEEDS").value_or(kUsual) >= kUsual;
}

/// Faults are no news here.
struct Hushed {
  spdlog::level::level_enum before = spdlog::get_level();
  Hushed() { spdlog::set_level(spdlog::level::off); }
  ~Hushed() { spdlog::set_level(before); }
};

using Counts = std::map<std::string, std::uint64_t>;

template <class Judge>
Counts simulate(std::uint64_t usual, const SimulatedConsortium::Options& how,
                const Judge& judge) {
  const Hushed hushed;
  Counts counts;
  const Seeds range = seeds(usual);
  for (std::uint64_t i = 0; i < range.count; ++i) {
    const std::uint64_t seed = range.first + i;
    INFO("FEDLTR_SEED=", seed, " does it again");
    SimulatedConsortium simulated(seed, how);
    const bool ended = simulated.run();
    if (!how.disk_lies) REQUIRE_MESSAGE(ended, "it hangs: ", simulated.hang());
    judge(simulated);
    for (const auto& [what, count] : simulated.network.counts)
      counts[what] += count;
    counts["virtual seconds"] += simulated.network.now / 1000;
    counts["messages"] += simulated.steps;
  }
  std::string told;
  for (const auto& [what, count] : counts)
    told += ", " + std::to_string(count) + " " + what;
  MESSAGE(range.count << " seeds" << told);
  return counts;
}

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

TEST_CASE("Loss, resets, partitions, deaths and lost power change no bit") {
  const Counts counts = simulate(kUsual, {}, check_undisturbed);
  if (!are_many()) return;
  for (const char* what :
       {"lost", "reset", "half open", "deaths", "without power"})
    CHECK_MESSAGE(counts.at(what) > 100, what);
}

TEST_CASE("Bits that flip under TLS change no bit of a result") {
  SimulatedConsortium::Options how;
  how.tls = true;
  how.weather.flipped = 0.01;
  const Counts counts = simulate(60, how, check_undisturbed);
  if (are_many()) CHECK(counts.at("flipped") > 50);
}

TEST_CASE("Where nobody waits for long, each has a clear end") {
  SimulatedConsortium::Options how;
  how.grace = 3;
  how.weather.partitions = 4;
  std::uint64_t left_out = 0;
  simulate(600, how, [&](const SimulatedConsortium& simulated) {
    const auto& relay = simulated.end_of(SimulatedConsortium::kRelayPlace);
    if (relay->kind != End::Kind::kDone) CHECK_FALSE(relay->why.empty());
    if (relay->kind == End::Kind::kDone && relay->run->excluded.empty()) return;
    ++left_out;
    for (std::uint32_t p = 0; p < kParties; ++p) {
      const auto& end = simulated.end_of(p);
      if (end->kind == End::Kind::kDone)
        CHECK_FALSE(end->party->models.empty());
      else
        CHECK_FALSE(end->why.empty());
    }
  });
  if (are_many()) CHECK(left_out > 20);
}

TEST_CASE("A disk that lies is found out: the simulation can fail") {
  SimulatedConsortium::Options how;
  how.disk_lies = true;
  std::uint64_t wrong = 0;
  simulate(60, how, [&](const SimulatedConsortium& simulated) {
    // Who lost what was on disk may wait for ever, and so may all others.
    for (std::uint32_t who = 0; who <= kParties; ++who)
      if (const auto& end = simulated.end_of(who);
          !end || end->kind != End::Kind::kDone) {
        ++wrong;
        return;
      }
  });
  if (are_many()) CHECK(wrong > 5);
}

TEST_CASE("A seed gives the same faults again") {
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

TEST_CASE("What hangs is told, with what happened last") {
  const Hushed hushed;
  SimulatedConsortium::Options how;
  how.max_steps = 400;
  SimulatedConsortium simulated(1, how);
  REQUIRE_FALSE(simulated.run());
  CHECK(simulated.hang().find("no end of 0 1 2 3 4") != std::string::npos);
  CHECK(simulated.hang().find("a frame leaves, party") != std::string::npos);
}

}  // namespace fedltr::simulation_test
