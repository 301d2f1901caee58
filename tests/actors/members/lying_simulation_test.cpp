// Leads and members that lie, from seeds, over a simulated network.
#include "tests/support/lying_members.hpp"
#include "tests/support/simulation_seeds.hpp"

namespace fedltr::lying_simulation_test {
using namespace fedltr::test;
using Kind = members::End::Kind;
using Lie = LyingMembers::Lie;

namespace {

LyingMembers::Options weather(bool lead_lies, bool is_colluder) {
  LyingMembers::Options how;
  how.weather.deaths = 1;
  how.limits.first_steps = 60;
  how.lead_lies = lead_lies;
  how.is_colluder = is_colluder;
  return how;
}

/// Checks the promise of each epoch, however the lead lies.
/// @return  number of opened sums
std::uint64_t check_openings(const LyingMembers& simulated) {
  std::uint64_t opened = 0;
  for (const auto& groups : simulated.openings()) {
    CAPTURE(static_cast<int>(simulated.kind()));
    CHECK(groups.size() <= 1);
    opened += groups.size();
    for (const auto& [members, promised] : groups) {
      CHECK(members >= promised);
      CHECK(members >= 2);
    }
  }
  return opened;
}

/// True if a member has ended because it has proof that the lead lies.
bool has_proof(const LyingMembers& simulated, std::uint32_t member) {
  const auto& end = simulated.end_of(member);
  return end && end->kind == Kind::kLeftOut &&
         end->why.find("the server") != std::string::npos;
}

}  // namespace

TEST_CASE("no lie of a lead opens fewer parts than promised") {
  for (const bool is_colluder : {false, true}) {
    std::map<Lie, std::uint64_t> told;
    std::map<Lie, std::uint64_t> found;
    std::uint64_t opened = 0;
    simulate<LyingMembers>(
        300, weather(true, is_colluder), [&](const LyingMembers& simulated) {
          opened += check_openings(simulated);
          told[simulated.kind()] += simulated.told;
          CHECK(simulated.trials.empty());
          for (std::uint32_t member = 0; member < kMembers; ++member) {
            found[simulated.kind()] += has_proof(simulated, member);
            const auto& end = simulated.end_of(member);
            if (end && end->kind == Kind::kFailed) FAIL_CHECK(end->why);
          }
        });
    if (!are_many_seeds()) continue;
    CHECK(opened > 0);
    for (const auto& [lie, count] : told) {
      CAPTURE(static_cast<int>(lie));
      CHECK(count > 0);
    }
    for (const Lie lie : {Lie::kSize, Lie::kSwappedKey, Lie::kInventedMember,
                          Lie::kCertificate, Lie::kModel}) {
      CAPTURE(static_cast<int>(lie));
      CHECK(found[lie] > 0);
    }
  }
}

TEST_CASE("no lie of a member makes another one blame the lead") {
  std::uint64_t told = 0;
  std::uint64_t opened = 0;
  simulate<LyingMembers>(
      300, weather(false, true), [&](const LyingMembers& simulated) {
        check_openings(simulated);
        told += simulated.told;
        opened += simulated.kept.opened;
        for (std::uint32_t member = 0; member < kMembers; ++member)
          CHECK_FALSE(has_proof(simulated, member));
      });
  CHECK(told > 0);
  CHECK(opened > 0);
}

TEST_CASE("without lies the level changes no sum, in spite of deaths") {
  SimulatedMembers::Options how;
  how.weather.deaths = 3;
  how.limits.first_steps = 60;
  how.multiplier = 3;
  how.evaluate = 2;
  how.lies = against_lies(0.25, 0, kMembers);
  simulate<SimulatedMembers>(100, how, [](const SimulatedMembers& simulated) {
    const auto& lead = simulated.end_of_lead();
    REQUIRE_MESSAGE(lead->kind == Kind::kDone, lead->why);
    for (const std::string& fault : simulated.faults) FAIL_CHECK(fault);
    CHECK(simulated.kept.opened == 3);
    CHECK(simulated.kept.history.size() == 3);
    for (std::uint32_t member = 0; member < kMembers; ++member) {
      const auto& end = simulated.end_of(member);
      if (end->kind == Kind::kDone)
        CHECK(simulated.models.at(member) == simulated.kept.model);
      else
        CHECK(end->why == "no server");
    }
  });
}

}  // namespace fedltr::lying_simulation_test
