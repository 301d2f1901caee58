// Attacks and rules through the command line.
#include <doctest/doctest.h>

#include "tests/support/scenario.hpp"

namespace fedltr::attack_test {
using namespace fedltr::test;
namespace fs = std::filesystem;

namespace {

constexpr const char* kTen =
    "[synthetic]\nlike = custom\nqueries = 40\ndocuments = 15\nfeatures = 6\n"
    "[federation]\nclients = 10\ninteractions = 3\nrounds = 12\n"
    "[evaluation]\nevery = 4\n";

Outcome run(const TemporaryFolder& folder, const std::string& out,
            const std::vector<std::string>& settings,
            const std::string& threads = "2", const std::string& more = "") {
  return run_text(folder, kTen + more, out, settings, threads);
}

std::string complaint(const std::vector<std::string>& settings,
                      const std::string& more = "") {
  return complaint_about(kTen + more, settings);
}

}  // namespace

TEST_CASE(
    "every attack against every rule: same bits on any number of threads") {
  const TemporaryFolder folder;
  const std::vector<std::string> grid = {
      "grid.attack.kind=click-poison,lie,fang-krum,fang-trim,min-max,min-sum,"
      "ipm,sign-flip,gaussian,scaled",
      "grid.aggregation.rule=mean,krum,multi-krum,trimmed-mean,median,bulyan,"
      "geometric-median,norm-bound,centered-clip,fltrust,fldetector,vigilant",
      "attack.clients=1", "aggregation.window=5"};
  const Outcome one = run(folder, "one", grid, "1");
  REQUIRE_MESSAGE(one.code == 0, one.err);
  REQUIRE(run(folder, "four", grid, "4").code == 0);
  for (const char* file : {"grid.csv", "matrix.csv", "matrix.svg"})
    CHECK(read_text(folder / "one" / file) ==
          read_text(folder / "four" / file));
  const std::string point = "attack.kind=lie,aggregation.rule=vigilant/";
  for (const char* file : {"rounds.csv", "clients.csv"})
    CHECK(read_text(folder / ("one/" + point + file)) ==
          read_text(folder / ("four/" + point + file)));
  const std::string matrix = read_text(folder / "one/matrix.csv");
  CHECK(std::count(matrix.begin(), matrix.end(), '\n') == 1 + 120);
  // One attack-free baseline per rule.
  std::size_t baselines = 0;
  for (const auto& entry : fs::directory_iterator(folder / "one/honest"))
    baselines += entry.is_directory();
  CHECK(baselines == 12);
}

TEST_CASE(
    "an attacked run comes with its attack-free baseline and what was lost") {
  const TemporaryFolder folder;
  const Outcome attacked =
      run(folder, "a",
          {"attack.kind=click-poison", "attack.clients=0.4",
           "aggregation.rule=median"});
  REQUIRE_MESSAGE(attacked.code == 0, attacked.err);
  has(attacked.out,
      "attack    kind click-poison, attackers 4, rule median, honest baseline "
      "0.");
  const Outcome honest = run(folder, "h", {"aggregation.rule=median"});
  REQUIRE(honest.code == 0);
  // The baseline has that run's bits.
  CHECK(read_text(folder / "a/honest/rounds.csv") ==
        read_text(folder / "h/rounds.csv"));
  const auto attack = json_of(folder / "a/summary.json")["attack"];
  CHECK(attack["attackers"] == 4);
  const double mean =
      json_of(folder / "a/summary.json")["metrics"]["ndcg@10"]["mean"];
  const double clean =
      json_of(folder / "h/summary.json")["metrics"]["ndcg@10"]["mean"];
  CHECK(attack["lost"].get<double>() == doctest::Approx(clean - mean));
  const std::string clients = read_text(folder / "a/clients.csv");
  CHECK(clients.find(",attacker,") != std::string::npos);
  CHECK(clients.find(",honest,") != std::string::npos);
  // Clients that the rule rejected, by round and in total.
  const std::string rejected = read_text(folder / "a/rejected.csv");
  CHECK(rejected.starts_with("fold,repeat,round,client,attacking\n"));
  CHECK(rejected.find("\n1,1,0,") == std::string::npos);
  CHECK_FALSE(fs::exists(folder / "a/honest/honest"));
  // Only if it is wanted.
  REQUIRE(run(folder, "n", {"attack.kind=click-poison", "attack.baseline=no"})
              .code == 0);
  CHECK_FALSE(fs::exists(folder / "n/honest"));
  CHECK_FALSE(json_of(folder / "n/summary.json")["attack"].contains("lost"));
}

TEST_CASE("promoted documents end up above those of the honest baseline") {
  const TemporaryFolder folder;
  for (const char* ranker : {"linear", "neural"}) {
    CAPTURE(ranker);
    const std::vector<std::string> settings = {
        "attack.kind=promote",    "attack.clients=3",
        "attack.promote.step=10", "attack.promote.feature=2",
        "ranker.init=normal",     std::string("ranker.model=") + ranker};
    const Outcome outcome = run(folder, ranker, settings);
    REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
    const auto promotion =
        json_of(folder / ranker / "summary.json")["attack"]["promotion"];
    CHECK(promotion["rank"].get<double>() <
          promotion["honest"]["rank"].get<double>() - 1);
  }
  const Outcome beyond = run(
      folder, "beyond", {"attack.kind=promote", "attack.promote.feature=7"});
  CHECK(beyond.code == 2);
  has(beyond.err, "attack.promote.feature: the data has 6 features");
}

TEST_CASE("a timeline on several lines starts and stops attackers") {
  const TemporaryFolder folder;
  const Outcome outcome =
      run(folder, "t", {}, "2",
          "[attack]\nkind = scaled\nclients = 3\n[timeline]\nat = 5 attack\n"
          "at = 9 honest 0-1\n");
  REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  const Outcome checked =
      fedltr_command({"check", (folder / "s.ini").string()});
  has(checked.out, "at = 5 attack; 9 honest 0-1");
  // The output of check can be read back.
  const std::string again = folder.write("again.ini", checked.out);
  CHECK(fedltr_command({"check", again}).out == checked.out);
}

TEST_CASE("conditions are printed with their inequality") {
  has(complaint({"aggregation.rule=krum", "aggregation.malicious=4"}),
      "krum needs n >= 2m + 3, but n = 10 and m = 4; m is at most 3");
  has(complaint({"aggregation.rule=bulyan", "aggregation.malicious=2"}),
      "bulyan needs n >= 4m + 3");
  has(complaint({"aggregation.rule=krum", "federation.clients=2"}),
      "krum needs n >= 2m + 3, but n = 2");
  has(complaint({"aggregation.rule=trimmed-mean", "aggregation.malicious=4",
                 "aggregation.before=bucketing"}),
      "n = 5 buckets");
  has(complaint({"attack.kind=lie", "attack.clients=5"}),
      "must be less than half");
  has(complaint({"attack.kind=lie", "attack.clients=0.5"}),
      "a share from 0.0 to below 0.5");
  has(complaint({"attack.clients=3"}), "needs an attack.kind other than none");
  has(complaint({"attack.kind=click-poison", "attack.knowledge=full"}),
      "an attack on models");
  has(complaint({"aggregation.malicious=1"}), "a robust aggregation.rule");
  has(complaint({"aggregation.rule=krum", "learner.method=es",
                 "federation.interactions=4"}),
      "which es does not send");
  has(complaint({"aggregation.rule=krum", "aggregation.malicious=4294967296"}),
      "0 to 10000000");
  has(complaint({"aggregation.rule=fltrust", "federation.local=fedper",
                 "ranker.model=neural", "ranker.init=normal"}),
      "fltrust trains complete models");
  has(complaint({"aggregation.rule=vigilant", "aggregation.before=nnm"}),
      "follows each client");
  has(complaint({"attack.kind=lie", "timeline.at=5 attack 7"}),
      "names client 7");
  has(complaint({"attack.kind=lie", "timeline.at=5 sleep"}),
      "expected ROUND attack|honest");
  has(complaint({}, "[attack]\nkind = lie\nkind = ipm\n"), "occurs twice");
}

}  // namespace fedltr::attack_test
