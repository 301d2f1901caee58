// Unlearning, through the command line.
#include "tests/support/scenario.hpp"

namespace fedltr::unlearning_test {
using namespace fedltr::test;

namespace {

constexpr const char* kLeaving =
    "[synthetic]\nlike = custom\nqueries = 40\ndocuments = 15\nfeatures = 6\n"
    "[federation]\nclients = 10\ninteractions = 5\nrounds = 40\n"
    "[attack]\nkind = unlearning-probe\nclients = 1\n"
    "[unlearning]\nmethod = federaser\nclients = 0\n"
    "[evaluation]\nevery = 20\n";

Outcome run(const TemporaryFolder& folder, const std::string& out,
            const std::vector<std::string>& settings,
            const std::string& threads = "2") {
  return run_text(folder, kLeaving, out, settings, threads);
}

std::string complaint(const std::vector<std::string>& settings) {
  return complaint_about(kLeaving, settings);
}

std::string signature(const TemporaryFolder& folder, const std::string& out) {
  return json_of(folder / (out + "/summary.json"))["signature"];
}

}  // namespace

TEST_CASE("one run holds all four configurations, and the theory's savings") {
  const TemporaryFolder folder;
  const Outcome outcome = run(folder, "r", {"run.repeats=2"});
  REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  const auto json = json_of(folder / "r/unlearning.json");
  CHECK(json["method"] == "federaser");
  const auto request = json["requests"][0];
  const auto metric = request["ndcg@10"];
  CHECK(metric["before"]["configuration"] == "9H-1M");
  CHECK(metric["after"]["configuration"] == "U(9H-1M)");
  CHECK(metric["retrained"]["configuration"] == "9H-0M");
  CHECK(metric["honest"]["configuration"] == "10H-0M");
  CHECK(metric["after"]["n"] == 2);
  CHECK(metric["after"]["mean"] ==
        json_of(folder / "r/summary.json")["metrics"]["ndcg@10"]["mean"]);
  for (const char* baseline : {"retrained", "honest"})
    CHECK(metric[baseline]["mean"] ==
          json_of(folder / ("r/" + std::string(baseline) +
                            "/summary.json"))["metrics"]["ndcg@10"]["mean"]);
  const auto saved = request["cost"]["saved"];
  CHECK(saved["steps"].get<double>() ==
        doctest::Approx(5.0 / 3 * 10).epsilon(1e-12));
  CHECK(saved["rounds"] == 10);
  CHECK(saved["bytes"] == 10);
  CHECK(request["took_part"] == true);
  CHECK(has(outcome.out,
            "unlearned method federaser, clients 0, after round 40, "));
  CHECK(has(read_text(folder / "r/clients.csv"), ",attacker-left,"));
}

TEST_CASE(
    "retraining is the baseline without the unlearned clients, bit for bit") {
  const TemporaryFolder folder;
  REQUIRE(run(folder, "r",
              {"unlearning.method=retrain", "unlearning.clients=0,4-5",
               "run.seed=5"})
              .code == 0);
  CHECK(signature(folder, "r") == signature(folder, "r/retrained"));
  const auto request = json_of(folder / "r/unlearning.json")["requests"][0];
  CHECK(request["distance_to_retrained"]["ratio"] == 0);
  CHECK(request["ndcg@10"]["gap_closed"] == 1);
  CHECK(request["clicked_auc"]["after"] == request["clicked_auc"]["retrained"]);
  CHECK(json_of(folder /
                "r/retrained/manifest.json")["scenario"]["federation.absent"] ==
        "0, 4, 5");
}

TEST_CASE("any number of threads and any memory give the same bits") {
  const TemporaryFolder folder;
  const std::vector<std::string> two = {"timeline.at=12 unlearn 3,7",
                                        "unlearning.interval=1"};
  REQUIRE(run(folder, "one", two, "1").code == 0);
  REQUIRE(run(folder, "eight", two, "8").code == 0);
  auto tight = two;
  tight.insert(tight.end(), {"federation.clients=10", "unlearning.memory=1",
                             "unlearning.evidence=no", "attack.baseline=no"});
  REQUIRE(run(folder, "tight", tight, "2").code == 0);
  for (const char* file : {"rounds.csv", "clients.csv", "model-f1-r1.json"}) {
    CHECK(read_text(folder / ("one/" + std::string(file))) ==
          read_text(folder / ("eight/" + std::string(file))));
    CHECK(read_text(folder / ("one/" + std::string(file))) ==
          read_text(folder / ("tight/" + std::string(file))));
  }
  CHECK(json_of(folder / "one/unlearning.json")["requests"].size() == 2);
  CHECK_FALSE(std::filesystem::exists(folder / "tight/history"));
}

TEST_CASE("each retraining baseline of a grid is run once") {
  const TemporaryFolder folder;
  REQUIRE(run(folder, "r",
              {"grid.unlearning.steps=1,3", "grid.unlearning.interval=5,10"})
              .code == 0);
  const std::string grid = read_text(folder / "r/grid.csv");
  CHECK(has(grid, "before,retrained,gap_closed,distance_left,steps_saved\n"));
  std::vector<std::string> baselines;
  for (const auto& entry :
       std::filesystem::directory_iterator(folder / "r/retrained"))
    baselines.push_back(entry.path().filename());
  CHECK(baselines == std::vector<std::string>{"absent=0,rounds=40"});
}

TEST_CASE("a client that never took part leaves nothing to forget") {
  const TemporaryFolder folder;
  const Outcome outcome =
      run(folder, "r", {"federation.absent=4", "unlearning.clients=4"});
  REQUIRE(outcome.code == 0);
  CHECK(has(outcome.out, "never took part"));
  CHECK(signature(folder, "r") == signature(folder, "r/retrained"));
}

TEST_CASE("baselines of different requests coexist, old ones go") {
  const TemporaryFolder folder;
  REQUIRE(run(folder, "r", {"grid.unlearning.after=10,20"}).code == 0);
  for (const char* baseline : {"absent=0,rounds=10", "absent=0,rounds=20"})
    CHECK(std::filesystem::exists(
        folder / ("r/retrained/" + std::string(baseline) + "/summary.json")));
  const TemporaryFolder once;
  const std::string file = once.write("s.ini", kLeaving);
  const auto again = fedltr_command(
      {"run", file, "--quiet", "--force", "--out", (folder / "r").string()});
  REQUIRE_MESSAGE(again.code == 0, again.err);
  CHECK(std::filesystem::exists(folder / "r/retrained/summary.json"));
  CHECK_FALSE(
      std::filesystem::exists(folder / "r/retrained/absent=0,rounds=10"));
}

TEST_CASE("configurations count the present clients") {
  const TemporaryFolder folder;
  const auto names = [&](const std::string& out,
                         const std::vector<std::string>& settings) {
    REQUIRE(run(folder, out, settings).code == 0);
    std::string text;
    const auto json = json_of(folder / (out + "/unlearning.json"));
    for (const auto& request : json["requests"]) {
      const auto metric = request["ndcg@10"];
      for (const char* which : {"before", "after", "retrained", "honest"})
        text += (metric[which].is_null()
                     ? "null"
                     : metric[which]["configuration"].get<std::string>()) +
                " ";
    }
    return text;
  };
  CHECK(names("a", {"federation.absent=0", "unlearning.clients=4"}) ==
        "9H-0M U(9H-0M) 8H-0M 9H-0M ");
  CHECK(names("b", {"federation.absent=4", "unlearning.clients=4,5"}) ==
        "8H-1M U(8H-1M) 7H-1M 9H-0M ");
  // Evaluated every 20 rounds, except for the attack-free baseline, which is
  // evaluated where the request needs it.
  CHECK(names("c", {"timeline.at=13 unlearn 3"}) ==
        "9H-1M U(9H-1M) 8H-1M 10H-0M 8H-1M U(8H-1M) 8H-0M 10H-0M ");
}

TEST_CASE("without searches no client is served") {
  const TemporaryFolder folder;
  REQUIRE(run(folder, "r", {"unlearning.method=fedremove"}).code == 0);
  const auto metrics = json_of(folder / "r/summary.json")["metrics"];
  CHECK(metrics["online_ndcg@10"]["mean"].is_null());
  CHECK(metrics["online_discounted"]["mean"].get<double>() > 0);
  const auto compared = fedltr_command(
      {"compare", (folder / "r").string(), (folder / "r/retrained").string()});
  REQUIRE_MESSAGE(compared.code == 0, compared.err);
  CHECK(has(compared.out, "ndcg@10"));
  CHECK(compared.out.find("online_ndcg@10") == std::string::npos);
}

TEST_CASE("requests that can't be met are refused with the reason") {
  CHECK(has(complaint({"unlearning.clients=10"}),
            "names client 10, but clients are numbered 0 to 9"));
  CHECK(has(complaint({"timeline.at=12 unlearn 99"}),
            "timeline.at = 12 unlearn 99: names client 99"));
  CHECK(has(complaint({"privacy.mechanism=gaussian", "privacy.mode=sound",
                       "privacy.shares=2"}),
            "must be 1 for federaser"));
  CHECK(has(complaint({"heterogeneity.kind=dirichlet",
                       "heterogeneity.alpha=0.01", "unlearning.clients=0-7"}),
            "client(s) that have data to learn from"));
  CHECK(has(complaint({"unlearning.clients=0-8"}),
            "leaves fewer than 2 of 10 clients"));
  CHECK(
      has(complaint({"timeline.at=7 unlearn 0"}), "has client 0 leave twice"));
  CHECK(has(complaint({"unlearning.after=41"}), "after round 41 of 40"));
  CHECK(has(complaint({"unlearning.clients="}), "needs unlearning.clients"));
  CHECK(has(complaint({"unlearning.interval=0"}), "an integer 1 to"));
  CHECK(has(complaint({"unlearning.steps=6"}),
            "must be at most federation.interactions = 5"));
  CHECK(has(complaint({"unlearning.method=federazer"}), "'federaser'"));
  CHECK(has(complaint({"federation.absent=10"}), "names client 10"));
  CHECK(has(complaint({"timeline.at=7 unlearn"}), "expected ROUND"));
  CHECK(has(complaint({"attack.kind=none", "learner.method=es",
                       "federation.interactions=4", "unlearning.steps=2"}),
            "needs stored updates of models, which es does not send"));
  CHECK(has(complaint({"unlearning.method=none",
                       "unlearning.clients=", "timeline.at=7 unlearn 0"}),
            "there is none"));
  CHECK(has(complaint({"unlearning.method=pga", "learner.method=dbgd"}),
            "needs learner.method = pdgd"));
  CHECK(has(complaint({"aggregation.rule=krum", "aggregation.malicious=3",
                       "unlearning.clients=0-1"}),
            "once 2 have left, krum needs n >= 2m + 3"));
  CHECK(has(complaint({"unlearning.method=retrain", "unlearning.steps=2"}),
            "unlearning.method = federaser, fine-tune or pga"));
}

}  // namespace fedltr::unlearning_test
