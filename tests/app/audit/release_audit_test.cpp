#include "app/audit/release_audit.hpp"

#include "tests/support/scenario.hpp"

using namespace fedltr;

namespace fedltr::release_audit_test {

using test::has;

const char* const kScenario = R"([synthetic]
like = mq2008
queries = 100
[federation]
clients = 20
interactions = 4
rounds = 1
)";

/// The audit's only row.
nlohmann::json audited(const std::vector<std::string>& settings,
                       const std::string& trials = "1000") {
  const test::TemporaryFolder folder;
  std::vector<std::string> arguments = {
      "audit",    folder.write("s.ini", kScenario),
      "--out",    (folder / "out").string(),
      "--trials", trials,
      "--format", "json"};
  for (const std::string& setting : settings) {
    arguments.emplace_back("--set");
    arguments.push_back(setting);
  }
  const test::Outcome outcome = test::fedltr_command(arguments);
  CHECK_MESSAGE(outcome.code == 0, outcome.err);
  CHECK(test::read_text(folder / "out" / "audit.json") == outcome.out);
  const auto json = nlohmann::json::parse(outcome.out);
  REQUIRE(json["releases"].size() == 1);
  return json["releases"][0];
}

TEST_CASE("a share of Laplace noise breaks the claim that was published") {
  // 1,000 shares: hardly any noise. 500 runs remain for the judgement, which
  // can show up to 4.9. Both models are shorter than 2.5, and longer than .05,
  // to which they are cut.
  for (const char* sensitivity : {"5", "0.1"}) {
    CAPTURE(std::string(sensitivity));
    const auto row =
        audited({"privacy.mechanism=gamma-laplace", "privacy.epsilon=2",
                 "federation.clients=1000",
                 std::string("privacy.sensitivity=") + sensitivity});
    CHECK(row["claimed"] == 2);
    CHECK(row["accounted"].is_null());
    CHECK(row["empirical"] > 2);
    CHECK(row["empirical"] <= row["power"]);
  }
}

TEST_CASE("sound noise stays below its account, and is not blind") {
  for (const char* mechanism : {"gamma-laplace", "gaussian"}) {
    // Below the length of either client's update, so both are cut to it.
    const auto row =
        audited({std::string("privacy.mechanism=") + mechanism,
                 "privacy.mode=sound", "privacy.epsilon=4.5",
                 "privacy.sensitivity=0.1", "federation.rounds=10"});
    CAPTURE(row.dump());
    CHECK(row["empirical"] < row["accounted"]);
    CHECK(row["empirical"] > 1);
    CHECK(row["power"] > 4.8);
    CHECK(row["rounds"] == 10);
  }
}

TEST_CASE("randomised rewards stay below their account") {
  const auto row =
      audited({"learner.method=es", "federation.rounds=10",
               "privacy.mechanism=randomized-response", "privacy.p=0.12"});
  // log(1.2 / 0.88) for each of 40 searches.
  CHECK(row["claimed"].get<double>() == doctest::Approx(12.4062).epsilon(1e-5));
  CHECK(row["power"] > row["accounted"]);
  CHECK(row["empirical"] < row["accounted"]);
}

TEST_CASE("without a mechanism all is revealed, and nothing was claimed") {
  const auto row = audited({}, "200");
  CHECK(row["mechanism"] == "none");
  CHECK(row["claimed"].is_null());
  CHECK(row["empirical"] > 3);  // two clients may learn the same: no evidence
  CHECK(audited({}, "200") == row);  // repeatable
}

TEST_CASE("sums of messages that hold the noise together") {
  const auto row =
      audited({"privacy.mechanism=gaussian", "privacy.mode=sound",
               "privacy.shares=5", "privacy.secure-aggregation=yes",
               "privacy.epsilon=3", "privacy.sensitivity=0.01"},
              "400");
  CHECK(row["seen"] == "sums of 5 messages");
  CHECK(row["empirical"] < row["accounted"]);
  // In the open, the attacker sees the message with a part of the noise.
  const auto open = audited(
      {"privacy.mechanism=gaussian", "privacy.mode=sound", "privacy.shares=5",
       "privacy.epsilon=3", "privacy.sensitivity=0.01"},
      "400");
  CHECK(open["seen"] == "a client's messages");
  CHECK(open["accounted"].is_null());
  CHECK(open["empirical"] > row["empirical"]);
}

TEST_CASE("unsuitable runs are refused in one line") {
  const test::TemporaryFolder folder;
  const std::string file = folder.write("s.ini", kScenario);
  const auto said = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(),
                     {"audit", file, "--out", (folder / "out").string()});
    const test::Outcome outcome = test::fedltr_command(arguments);
    CHECK(outcome.code == 2);
    return outcome.err;
  };
  has(said({"--trials", "99"}), "100 to 1000000");
  has(said({"--set", "ranker.model=neural", "--set", "ranker.init=normal",
            "--set", "federation.local=fedper"}),
      "with FedPer clients keep a part of the model");
  has(said({"--set", "learner.rate=[0.1, 0.2]"}), "learner.rate");
}

}  // namespace fedltr::release_audit_test
