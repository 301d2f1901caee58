// Whole runs through the command line.
#include <cmath>

#include <doctest/doctest.h>

#include "app/base/files.hpp"
#include "tests/support/small_study.hpp"

namespace fedltr::federation_study_test {
using namespace fedltr::test;
namespace fs = std::filesystem;

TEST_CASE("a run folder holds what is promised") {
  const TemporaryFolder folder;
  const Outcome outcome = run_small(
      folder, "r", {"--set", "run.repeats=2", "--set", "data.fold=all"});
  REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  CHECK(std::count(outcome.out.begin(), outcome.out.end(), '\n') == 5);
  CHECK(outcome.out.find((folder / "r").string()) != std::string::npos);

  const auto rounds = lines_of(folder / "r/rounds.csv");
  CHECK(rounds[0] ==
        "fold,repeat,round,interactions,ndcg@10,map,mrr@5,online_ndcg@10,"
        "online_discounted,clients,dropped,refused,bytes_up,bytes_down,"
        "epsilon,online_maxrr@10,rejected_attackers,rejected_honest");
  CHECK(rounds.size() == 1 + 5 * 2 * 6);
  CHECK(rounds[1].starts_with("1,1,0,0,"));
  CHECK(rounds.back().starts_with("5,2,5,300,"));
  CHECK(rounds.back().find(",inf,") != std::string::npos);

  const auto summary = json_of(folder / "r/summary.json");
  CHECK(summary["complete"] == true);
  CHECK(summary["metrics"]["ndcg@10"]["n"] == 10);
  CHECK(summary["metrics"]["ndcg@10"]["std"] > 0);
  CHECK(summary["metrics"].contains("online_discounted"));
  CHECK(summary["runs"].size() == 10);
  CHECK(summary["runs"][9]["fold"] == 5);
  CHECK(summary["runs"][9]["final"].contains("map"));
  CHECK(summary["privacy"]["accounted"].is_null());
  CHECK(summary["signature"].get<std::string>().find_first_not_of(
            "0123456789abcdef") == std::string::npos);
  CHECK(summary["signature"].get<std::string>().size() == 64);

  const auto model = json_of(folder / "r/model-f3-r2.json");
  CHECK(model["model"] == "linear");
  CHECK(model["features"] == 6);
  CHECK(model["parameters"].size() == 6);

  const auto manifest = json_of(folder / "r/manifest.json");
  CHECK(manifest["scenario"]["federation.clients"] == "20");
  CHECK(manifest["data"][0]["sha256"].get<std::string>().size() == 64);
  CHECK(manifest["seeds"].size() == 10);
  CHECK(manifest["dependencies"]["caf"] == "0.17.6");

  CHECK(lines_of(folder / "r/clients.csv").size() == 1 + 10 * 20);
  CHECK(lines_of(folder / "r/clients.csv")[1].ends_with(
      ",inf,honest,nan,0,0,0,0,nan"));
  CHECK(lines_of(folder / "r/per_query.tsv")[0].starts_with(
      "qid\tmetric\tvalue"));
  CHECK(json_of(folder / "r/timing.json")["interactions"] == 10 * 300);
  for (const auto& entry : fs::directory_iterator(folder / "r"))
    CHECK_FALSE(entry.path().filename().string().starts_with(".fedltr-"));
}

TEST_CASE("the mean of rounds.csv is the mean of per_query.tsv") {
  const TemporaryFolder folder;
  REQUIRE(run_small(folder, "r").code == 0);
  double sum = 0;
  int count = 0;
  for (const std::string& line : lines_of(folder / "r/per_query.tsv")) {
    std::istringstream fields(line);
    std::string query;
    std::string metric;
    std::string value;
    fields >> query >> metric >> value;
    if (metric != "map") continue;
    sum += std::stod(value);
    ++count;
  }
  CHECK(json_of(folder / "r/summary.json")["metrics"]["map"]["mean"]
            .get<double>() == doctest::Approx(sum / count).epsilon(1e-12));
}

TEST_CASE("the same bytes for 1, 2, 4 and 8 threads and from run to run") {
  const TemporaryFolder folder;
  REQUIRE(run_small(folder, "expected", {"--threads", "1"}).code == 0);
  for (const std::string threads : {"1", "2", "4", "8"}) {
    REQUIRE(
        run_small(folder, "again", {"--threads", threads, "--force"}).code ==
        0);
    for (const char* name :
         {"rounds.csv", "summary.json", "manifest.json", "clients.csv",
          "per_query.tsv", "model-f1-r1.json"}) {
      CAPTURE(name);
      CHECK(read_text(folder / "again" / name) ==
            read_text(folder / "expected" / name));
    }
  }
  REQUIRE(run_small(folder, "other", {"--set", "run.seed=2"}).code == 0);
  CHECK(json_of(folder / "other/summary.json")["signature"] !=
        json_of(folder / "expected/summary.json")["signature"]);
}

TEST_CASE("the signature of the small scenario is what it always was") {
  // Changes only if results change: mention it in the commit.
  const TemporaryFolder folder;
  REQUIRE(run_small(folder, "r").code == 0);
  CHECK(json_of(folder / "r/summary.json")["signature"] ==
        "23700aec6b31c82ddbae44c9a548c87688ff89ca3ed1d2e46bc1befa8e1cc3d9");
}

TEST_CASE("sparse sets change no bit, rounded ones hardly anything") {
  const TemporaryFolder folder;
  const std::vector<std::vector<std::string>> kinds = {
      {},
      {"learner.method=pmgd", "ranker.model=neural", "ranker.hidden=3"},
      {"learner.method=es", "ranker.model=neural-relu", "ranker.hidden=4",
       "federation.interactions=4"},
      {"learner.method=dbgd", "data.normalize=query-minmax",
       "heterogeneity.kind=label-distribution",
       "heterogeneity.labels-per-client=1"},
      {"federation.share=0.5"},
      {"unlearning.method=retrain", "unlearning.clients=0",
       "unlearning.after=3"},
  };
  for (const auto& kind : kinds) {
    const auto summary = [&](const std::string& storage) {
      std::vector<std::string> words{"--set", "data.storage=" + storage,
                                     "--set", "run.rankings=yes", "--force"};
      for (const std::string& setting : kind)
        words.insert(words.end(), {"--set", setting});
      const Outcome outcome = run_small(folder, storage, words);
      REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
      return json_of(folder / (storage + "/summary.json"));
    };
    const auto same_file = [&](const char* name, const char* one,
                               const char* other) {
      return read_text((folder / one / name).string()) ==
             read_text((folder / other / name).string());
    };
    const auto exact = summary("float64");
    const auto sparse = summary("sparse64");
    CHECK(sparse["signature"] == exact["signature"]);
    for (const char* const name : {"rounds.csv", "ranking-f1-r1.trec"})
      CHECK(same_file(name, "float64", "sparse64"));
    const auto rounded = summary("float32");
    CHECK(summary("sparse32")["signature"] == rounded["signature"]);
    CHECK(same_file("rounds.csv", "float32", "sparse32"));
    CHECK(rounded["metrics"]["ndcg@10"]["mean"].get<double>() ==
          doctest::Approx(exact["metrics"]["ndcg@10"]["mean"].get<double>())
              .epsilon(0.01));
  }
}

TEST_CASE("a model's numbers read back exactly: they make the signature") {
  const TemporaryFolder folder;
  REQUIRE(run_small(folder, "r").code == 0);
  const auto numbers = json_of(folder / "r/model-f1-r1.json")["parameters"]
                           .get<std::vector<double>>();
  fedltr::Sha256 digest;
  digest.add(numbers.data(), numbers.size() * sizeof(double));
  CHECK(json_of(folder / "r/summary.json")["signature"] == digest.hex());
}

TEST_CASE("--force removes all older results") {
  const TemporaryFolder folder;
  REQUIRE(run_small(folder, "r", {"--set", "run.repeats=2"}).code == 0);
  CHECK(fs::exists(folder / "r/model-f1-r2.json"));
  REQUIRE(run_small(folder, "r", {"--force"}).code == 0);
  CHECK(!fs::exists(folder / "r/model-f1-r2.json"));
  REQUIRE(
      run_small(folder, "r", {"--force", "--set", "grid.run.seed=1,2"}).code ==
      0);
  CHECK(!fs::exists(folder / "r/summary.json"));
  CHECK(fs::exists(folder / "r/grid.csv"));
  REQUIRE(
      run_small(folder, "r", {"--force", "--set", "grid.run.seed=2,3"}).code ==
      0);
  CHECK(!fs::exists(folder / "r/run.seed=1"));
  CHECK(fs::exists(folder / "r/run.seed=2/summary.json"));
  CHECK(fs::exists(folder / "r/run.seed=3/summary.json"));
}

TEST_CASE("neural rankers, FOLtR-ES, DBGD and PMGD run from scenarios") {
  const TemporaryFolder folder;
  const auto learned = [&](std::vector<std::string> settings) {
    std::vector<std::string> more = {"--force"};
    for (const auto& each : settings) {
      more.push_back("--set");
      more.push_back(each);
    }
    const Outcome outcome = run_small(folder, "r", more);
    REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
    return json_of(folder / "r/model-f1-r1.json");
  };
  const auto neural = learned({"ranker.model=neural", "ranker.hidden=5"});
  CHECK(neural["hidden"] == 5);
  CHECK(neural["parameters"].size() == 6 * 5 + 5 + 5);
  CHECK(learned({"learner.method=es", "federation.interactions=4",
                 "ranker.model=neural-relu", "ranker.init=zero",
                 "ranker.hidden=10"})["parameters"]
            .size() == 80);
  for (const char* method : {"dbgd", "pmgd"})
    CHECK(learned({std::string("learner.method=") + method,
                   "learner.rate=0.01"})["parameters"]
              .size() == 6);
  for (const char* server : {"momentum", "adam", "yogi"})
    CHECK(learned({std::string("federation.server=") + server})["parameters"]
              .size() == 6);
}

TEST_CASE("results are not overwritten unless asked for") {
  const TemporaryFolder folder;
  REQUIRE(run_small(folder, "r").code == 0);
  const std::string before = read_text(folder / "r/rounds.csv");
  const Outcome outcome = run_small(folder, "r", {"--set", "run.seed=9"});
  CHECK(outcome.code == 2);
  CHECK(outcome.err.find("holds results already") != std::string::npos);
  CHECK(read_text(folder / "r/rounds.csv") == before);
  CHECK(run_small(folder, "r", {"--set", "run.seed=9", "--force"}).code == 0);
  CHECK(read_text(folder / "r/rounds.csv") != before);
}

TEST_CASE("a grid has a folder a point and one table on top") {
  const TemporaryFolder folder;
  const Outcome outcome = run_small(folder, "g",
                                    {"--set", "grid.clicks.model=perfect,pbm",
                                     "--set", "grid.learner.rate=0.1,0.2"});
  REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  const auto grid = lines_of(folder / "g/grid.csv");
  REQUIRE(grid.size() == 5);
  CHECK(grid[0].starts_with("folder,clicks.model,learner.rate,ndcg@10,"));
  const auto point = folder / "g/clicks.model=pbm,learner.rate=0.1";
  const auto summary = json_of(point / "summary.json");
  CHECK(grid[3].ends_with(summary["signature"].get<std::string>()));
  CHECK(read_text(point / "rounds.csv") !=
        read_text(folder / "g/clicks.model=pbm,learner.rate=0.2/rounds.csv"));
  // A point has the results of the same run alone.
  REQUIRE(run_small(folder, "alone", {"--set", "clicks.model=pbm"}).code == 0);
  CHECK(read_text(folder / "alone/rounds.csv") ==
        read_text(point / "rounds.csv"));
}

TEST_CASE("written synthetic parts learn what data in memory does") {
  const TemporaryFolder folder;
  const std::string parts = (folder / "parts").string();
  const Outcome outcome = fedltr_command(
      {"data", "synth", "--out", parts, "--like", "custom", "--queries", "30",
       "--documents", "12", "--features", "6"});
  REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  CHECK(outcome.out.find("queries    30") != std::string::npos);
  REQUIRE(run_small(folder, "memory").code == 0);
  const std::string scenario = folder.write(
      "letor.ini", std::string(kSmallStudy) + "[data]\nfolds = parts\n");
  REQUIRE(fedltr_command({"run", scenario, "--quiet", "--out",
                          (folder / "letor").string()})
              .code == 0);
  CHECK(read_text(folder / "letor/rounds.csv") ==
        read_text(folder / "memory/rounds.csv"));
  // Existing files are not replaced.
  CHECK(fedltr_command({"data", "synth", "--out", parts}).code == 2);
}

TEST_CASE("evaluation on validation queries, and other conventions") {
  const TemporaryFolder folder;
  const auto mean = [&](std::vector<std::string> settings) {
    std::vector<std::string> more = {"--force"};
    for (const auto& each : settings) {
      more.push_back("--set");
      more.push_back(each);
    }
    REQUIRE(run_small(folder, "r", more).code == 0);
    return json_of(folder / "r/summary.json")["metrics"]["ndcg@10"]["mean"]
        .get<double>();
  };
  const double test = mean({});
  CHECK(mean({"evaluation.on=validation"}) != test);
  // With two documents per query some queries have no relevant one.
  const double skip = mean({"synthetic.documents=2"});
  CHECK(mean({"synthetic.documents=2", "evaluation.empty=0"}) < skip);
  CHECK(mean({"synthetic.documents=2", "evaluation.empty=1"}) > skip);
}

TEST_CASE("unlearning without a round reports the model that it leaves") {
  const TemporaryFolder folder;
  const Outcome outcome = run_small(
      folder, "r",
      {"--set", "federation.clients=4", "--set", "federation.rounds=9", "--set",
       "unlearning.method=federaser", "--set", "unlearning.interval=10",
       "--set", "unlearning.evidence=no", "--set",
       "timeline.at=4 join 2-3; 9 unlearn 0-1"});
  REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  const auto unlearned = json_of(folder / "r/unlearning.json");
  CHECK(unlearned.dump().find("\"rounds\":0") != std::string::npos);
  const double reported =
      json_of(folder / "r/summary.json")["metrics"]["ndcg@10"]["mean"];
  double sum = 0;
  int number = 0;
  for (const std::string& line : lines_of(folder / "r/per_query.tsv")) {
    const auto at = line.find("\tndcg@10\t");
    if (at == std::string::npos) continue;
    sum += std::stod(line.substr(at + 9));
    ++number;
  }
  REQUIRE(number > 0);
  CHECK(reported == doctest::Approx(sum / number));
}

}  // namespace fedltr::federation_study_test
