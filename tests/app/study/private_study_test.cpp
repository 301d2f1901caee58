// Whole runs with noise: the account in their results.
#include <cmath>

#include <doctest/doctest.h>

#include "tests/support/small_study.hpp"

namespace fedltr::private_study_test {
using namespace fedltr::test;

TEST_CASE("randomised response is charged by search, and a budget ends a run") {
  const TemporaryFolder folder;
  const std::vector<std::string> es = {
      "--set", "learner.method=es",
      "--set", "federation.interactions=4",
      "--set", "privacy.mechanism=randomized-response",
      "--set", "privacy.p=0.5",
      "--set", "federation.rounds=30"};
  REQUIRE(run_small(folder, "free", es).code == 0);
  const auto privacy = json_of(folder / "free/summary.json")["privacy"];
  CHECK(privacy["mechanism"] == "randomized-response");
  CHECK(privacy["claimed"].get<double>() == doctest::Approx(std::log(10.0)));
  CHECK(privacy["releases"] == 30 * 4);
  const double accounted = privacy["accounted"];
  CHECK(accounted < 120 * std::log(10.0));
  CHECK(accounted > std::log(10.0));
  // The column grows to the summary's value.
  double before = -1;
  for (const std::string& line : lines_of(folder / "free/rounds.csv")) {
    if (line.starts_with("fold")) continue;
    std::vector<std::string> fields;
    std::istringstream text(line);
    for (std::string field; std::getline(text, field, ',');)
      fields.push_back(field);
    const double epsilon = std::stod(fields[fields.size() - 4]);
    CHECK(epsilon > before);
    if (before < 0) CHECK(epsilon == 0);  // nothing is released yet
    before = epsilon;
  }
  CHECK(before == accounted);
  CHECK(lines_of(folder / "free/clients.csv")[1].find(
            nlohmann::json(accounted).dump()) != std::string::npos);

  auto limited = es;
  limited.insert(limited.end(), {"--set", "privacy.budget=60"});
  const Outcome outcome = run_small(folder, "limited", limited);
  CHECK(outcome.code == 5);
  const auto summary = json_of(folder / "limited/summary.json");
  CHECK(summary["budget_spent"] == true);
  CHECK(summary["privacy"]["accounted"] <= 60);
  const int rounds = summary["runs"][0]["rounds"];
  CHECK(rounds > 0);
  CHECK(rounds < 30);
  // The model is that of the last permitted round.
  auto shorter = es;
  shorter.back() = "federation.rounds=" + std::to_string(rounds);
  REQUIRE(run_small(folder, "shorter", shorter).code == 0);
  CHECK(json_of(folder / "shorter/summary.json")["signature"] ==
        summary["signature"]);
}

TEST_CASE("gamma-laplace is claimed as published and accounted as unbounded") {
  const TemporaryFolder folder;
  const std::vector<std::string> noisy = {
      "--set", "privacy.mechanism=gamma-laplace",
      "--set", "privacy.epsilon=4.5",
      "--set", "privacy.sensitivity=5"};
  REQUIRE(run_small(folder, "plain").code == 0);
  const Outcome outcome = run_small(folder, "noisy", noisy);
  REQUIRE(outcome.code == 0);
  has(outcome.out,
      "mechanism gamma-laplace, claimed ε 4.5, per round, accounted ε "
      "unbounded");
  const auto summary = json_of(folder / "noisy/summary.json");
  CHECK(summary["privacy"]["claimed"] == 4.5);
  CHECK(summary["privacy"]["accounted"].is_null());
  CHECK(summary["signature"] !=
        json_of(folder / "plain/summary.json")["signature"]);
  REQUIRE(run_small(folder, "again", noisy).code == 0);
  CHECK(json_of(folder / "again/summary.json")["signature"] ==
        summary["signature"]);
}

TEST_CASE("sound noise is accounted, and its budget ends the run") {
  const TemporaryFolder folder;
  for (const char* mechanism : {"gamma-laplace", "gaussian"}) {
    CAPTURE(mechanism);
    const Outcome outcome = run_small(
        folder, "r",
        {"--force", "--set", std::string("privacy.mechanism=") + mechanism,
         "--set", "privacy.mode=sound", "--set", "privacy.epsilon=1", "--set",
         "privacy.sensitivity=0.5"});
    REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
    const auto privacy = json_of(folder / "r/summary.json")["privacy"];
    CHECK(privacy["claimed"] == 1);
    CHECK(privacy["accounted"] > 1.5);
    CHECK(privacy["accounted"] < 5.01);
    CHECK(privacy["releases"] == 5);
    const Outcome limited = run_small(
        folder, "limited",
        {"--force", "--set", std::string("privacy.mechanism=") + mechanism,
         "--set", "privacy.mode=sound", "--set", "privacy.epsilon=1", "--set",
         "privacy.budget=1.5"});
    CHECK(limited.code == 5);
  }
}

}  // namespace fedltr::private_study_test
