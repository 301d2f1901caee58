// Faults and scale, through the command line.
#include "tests/support/scenario.hpp"

namespace fedltr::faults_test {
using namespace fedltr::test;

namespace {

constexpr const char* kFaulty =
    "[synthetic]\nlike = custom\nqueries = 40\ndocuments = 15\nfeatures = 6\n"
    "[federation]\nclients = 30\ninteractions = 3\nrounds = 20\n"
    "[faults]\ndropout = 0.2\ncrash = 0.1\ncorrupt = 0.1\nlate = 0.2\n";

std::string complaint(const std::vector<std::string>& settings) {
  return complaint_about(kFaulty, settings);
}

}  // namespace

TEST_CASE("report, summary and files show every fault") {
  const TemporaryFolder folder;
  const Outcome outcome =
      run_text(folder, kFaulty, "r",
               {"faults.stale=weigh", "faults.delay=3", "faults.least=11",
                "timeline.at=3 join 4; 9 leave 0-1"});
  REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  has(outcome.out, "faults    ");
  has(outcome.out, "used late ");
  const auto json = json_of(folder / "r/summary.json");
  for (const char* name : {"dropped", "dropouts", "crashes", "late", "stale",
                           "corrupt", "unused_rounds"})
    CHECK_MESSAGE(json["faults"][name] > 0, name);
  CHECK(json["faults"]["corrupt"] == json["refused"]);
  const std::string csv = read_text(folder / "r/faults.csv");
  CHECK(
      csv.starts_with("fold,repeat,round,dropped,refused,dropouts,crashes,"
                      "late,stale,lost,corrupt,unused_rounds\n1,1,0,0,0,"));
  const Outcome again =
      run_text(folder, kFaulty, "a",
               {"faults.stale=weigh", "faults.delay=3", "faults.least=11",
                "timeline.at=3 join 4; 9 leave 0-1"},
               "4");
  for (const char* file : {"rounds.csv", "clients.csv", "faults.csv"})
    CHECK(read_text(folder / ("r/" + std::string(file))) ==
          read_text(folder / ("a/" + std::string(file))));
}

TEST_CASE("without faults there is no line about them") {
  const TemporaryFolder folder;
  const Outcome outcome = run_text(folder, kFaulty, "r",
                                   {"faults.dropout=0", "faults.crash=0",
                                    "faults.corrupt=0", "faults.late=0"});
  REQUIRE(outcome.code == 0);
  CHECK(outcome.out.find("faults") == std::string::npos);
  CHECK(json_of(folder / "r/summary.json")["faults"] == nullptr);
  CHECK_FALSE(std::filesystem::exists(folder / "r/faults.csv"));
}

TEST_CASE("the retraining baseline has the faults and moves there were") {
  const TemporaryFolder folder;
  const Outcome outcome =
      run_text(folder, kFaulty, "r",
               {"unlearning.method=retrain", "unlearning.clients=0",
                "timeline.at=18 join 5; 4 leave 6; 10 unlearn 1"});
  REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  const auto written = json_of(folder / "r/unlearning.json");
  REQUIRE(written["requests"].size() == 2);
  for (const auto& request : written["requests"])
    CHECK(request["distance_to_retrained"]["ratio"] == 0);
}

TEST_CASE("faults that theory forbids are refused with the reason") {
  has(complaint({"privacy.mechanism=gamma-laplace"}),
      "needs the share of every client");
  const std::vector<std::string> sound = {"privacy.mechanism=gamma-laplace",
                                          "privacy.mode=sound"};
  auto shares = sound;
  shares.push_back("privacy.shares=13");
  has(complaint(shares), "is more than the 12 clients");
  shares.back() = "privacy.shares=2";
  shares.push_back("faults.stale=weigh");
  has(complaint(shares), "moves a share of noise to another round");
  has(complaint({"aggregation.rule=krum", "aggregation.malicious=3"}),
      "faults.min-updates = 1 (not set): is 1, but with m = 3 krum needs");
  has(complaint(
          {"aggregation.rule=median", "faults.least=9", "faults.stale=weigh"}),
      "weigh can't be used with median");
  has(complaint({"unlearning.method=federaser", "unlearning.clients=0",
                 "faults.stale=weigh"}),
      "would bring back");
  has(complaint({"faults.dropout=0.7"}),
      "adds up with the other probabilities");
  has(complaint({"faults.dropout=1"}), "a number from 0, below 1");
  has(complaint({"faults.least=31"}),
      "is more than the clients of a round, 30");
  has(complaint({"faults.least=13"}), "is more than the 12 clients");
  has(complaint({"faults.least=9", "timeline.at=5 leave 0-9"}),
      "is more than the 8 clients");
  has(complaint({"faults.delay=2"}), "faults.stale = weigh");
  has(complaint({"faults.late=0", "faults.stale=weigh"}),
      "faults.late above 0");
}

TEST_CASE("moves that change nothing or leave no client are refused") {
  has(complaint({"timeline.at=2 join"}), "unlearn|join|leave CLIENTS");
  has(complaint({"timeline.at=2 join 30"}), "names client 30");
  has(complaint({"timeline.at=2 leave 1; 5 leave 0-3"}),
      "client 1 leave twice");
  has(complaint({"timeline.at=21 join 1"}), "round 21 of 20");
  has(complaint({"timeline.at=4 leave 0-29"}), "leaves no client in round 4");
  has(complaint({"timeline.at=4 join 0-29"}), "leaves no client in round 1");
  has(complaint({"timeline.at=4 join 0; 5 attack"}), "need an attack.kind");
  const auto forgetting = [&](const std::string& timeline) {
    return complaint({"unlearning.method=retrain", "timeline.at=" + timeline});
  };
  has(forgetting("5 attack; 6 unlearn 5"), "need an attack.kind");
  has(forgetting("3 unlearn 5; 6 leave 5"), "after it is unlearned");
  has(forgetting("5 leave 0-27; 7 unlearn 28-29"),
      "leaves no client in round 8");
  has(forgetting("5 leave 0-27; 20 unlearn 28"), "fewer than 2 clients");
}

}  // namespace fedltr::faults_test
