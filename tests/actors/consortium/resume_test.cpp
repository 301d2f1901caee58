#include "tests/support/small_consortium.hpp"

namespace fedltr::resume_test {
using namespace fedltr::test;

void check_undisturbed(const Processes& processes) {
  const SiloRecord expected = run(plan_of_all());
  REQUIRE_MESSAGE(processes.relay_end.kind == End::Kind::kDone,
                  processes.relay_end.why);
  check_models(processes, expected);
  CHECK(processes.relay_end.run->excluded.empty());
  for (std::uint32_t p = 0; p < kParties; ++p)
    CHECK(processes.relay_end.run->sent[p].bytes == expected.sent[p].bytes);
}

TEST_CASE("parties that stop and resume change no bit") {
  Processes processes;
  processes.kept[0].stops = {1, 2, 4, 30, 90};
  processes.kept[2].stops = {3, 5, 31};
  processes.run();
  CHECK(processes.kept[0].starts >= 4);
  CHECK(processes.kept[2].starts >= 3);
  check_undisturbed(processes);
}

TEST_CASE("a relay that stops and resumes changes no bit") {
  Processes processes;
  // While parties join, as the run begins, and in each later phase.
  processes.kept_relay.stops = {1, 5, 6, 11, 40, 200, 330};
  processes.run();
  CHECK(processes.kept_relay.starts >= 5);
  check_undisturbed(processes);
}

TEST_CASE("relay and parties that stop side by side change no bit") {
  Processes processes;
  processes.kept_relay.stops = {7, 60, 250};
  for (std::uint32_t p = 0; p < kParties; ++p)
    processes.kept[p].stops = {1 + p, 17 + p, 60 + 3 * p};
  processes.run();
  CHECK(processes.kept_relay.starts >= 3);
  check_undisturbed(processes);
}

TEST_CASE("a party that was left out stays out when a relay resumes") {
  Processes processes;
  processes.absent = {3};
  processes.relay.wait = 30;
  processes.kept_relay.stops = {4, 6, 50};
  processes.run();
  REQUIRE_MESSAGE(processes.relay_end.kind == End::Kind::kDone,
                  processes.relay_end.why);
  CHECK(processes.kept_relay.starts >= 3);
  CHECK(processes.relay_end.run->excluded.at(3) == "did not answer in time");
  for (std::uint32_t p = 0; p < 3; ++p)
    CHECK(processes.ends[p].kind == End::Kind::kDone);
}

TEST_CASE("a relay that has lost its run refuses its parties") {
  Processes processes;
  processes.kept_relay.stops = {20};
  processes.kept_relay.forgets = true;
  processes.relay.wait = 30;
  processes.run();
  CHECK(processes.relay_end.kind == End::Kind::kLeftOut);
  for (const auto& [p, end] : processes.ends) {
    CHECK(end.kind == End::Kind::kLeftOut);
    CHECK(end.why.find("started without --resume") != std::string::npos);
  }
}

TEST_CASE("a process that lost its run is refused, with a way out") {
  Processes processes;
  processes.kept[1].stops = {6};
  processes.kept[1].forgets = true;
  processes.relay.grace = 20;
  processes.run();
  CHECK(processes.ends[1].kind == End::Kind::kLeftOut);
  CHECK(processes.ends[1].why.find("--resume continues") != std::string::npos);
  CHECK(processes.ends[0].kind == End::Kind::kDone);
}

}  // namespace fedltr::resume_test
