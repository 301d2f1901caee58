// Rounds and ends of runs chosen by validation queries.
#include "tests/support/scenario.hpp"

namespace fedltr::early_stopping_test {
using namespace fedltr::test;
namespace fs = std::filesystem;

namespace {

constexpr const char* kNoisy =
    "[synthetic]\nlike = custom\nqueries = 40\ndocuments = 9\nfeatures = 8\n"
    "noise = 2\n"
    "[learner]\nrate = 0.1\n"
    "[federation]\nclients = 5\ninteractions = 2\nrounds = 30\n";

using Texts = std::vector<std::string>;

struct Row {
  int round = 0;
  double test = 0;
  double validation = 0;
  int kept = 0;
};

/// Rows of rounds.csv of one run with evaluation.keep = best.
std::vector<Row> rows_of(const fs::path& folder) {
  std::istringstream text(read_text(folder / "rounds.csv"));
  std::string line;
  std::getline(text, line);
  REQUIRE(line.find("interactions,ndcg@10,validation_map,online") != line.npos);
  REQUIRE(line.ends_with(",kept"));
  std::vector<Row> rows;
  while (std::getline(text, line)) {
    std::istringstream cells(line);
    std::vector<std::string> all;
    for (std::string cell; std::getline(cells, cell, ',');) all.push_back(cell);
    rows.push_back({std::stoi(all[2]), std::stod(all[4]), std::stod(all[5]),
                    std::stoi(all.back())});
  }
  return rows;
}

}  // namespace

TEST_CASE("training ends when the validation queries no longer gain") {
  const TemporaryFolder folder;
  const Texts stopping = {"evaluation.validate=map", "evaluation.patience=4"};
  REQUIRE(run_text(folder, kNoisy, "out", stopping).code == 0);
  const auto rows = rows_of(folder / "out");
  // By hand from the column: the first of the highest values, and the end.
  std::size_t best = 0;
  std::size_t end = 0;
  for (std::size_t i = 1; i < rows.size() && end == 0; ++i) {
    if (rows[i].validation > rows[best].validation) best = i;
    if (i - best == 4) end = i;
  }
  REQUIRE(end > 0);
  CHECK(rows.size() == end + 1);
  for (std::size_t i = 0; i < rows.size(); ++i)
    CHECK(rows[i].kept == (i == best ? 1 : 0));
  const auto summary = json_of(folder / "out/summary.json");
  CHECK(summary["complete"] == true);
  CHECK(summary["runs"][0]["rounds"] == rows[end].round);
  CHECK(summary["runs"][0]["kept"] == rows[best].round);
  CHECK(summary["metrics"]["ndcg@10"]["mean"] == rows[best].test);
  CHECK(summary["metrics"]["validation_map"]["mean"] == rows[best].validation);
  // The model is that of the kept round: a run that ends there leaves it.
  const std::string rounds =
      "federation.rounds=" + std::to_string(rows[best].round);
  REQUIRE(run_text(folder, kNoisy, "short", {rounds}).code == 0);
  CHECK(read_text(folder / "out/model-f1-r1.json") ==
        read_text(folder / "short/model-f1-r1.json"));
  CHECK(read_text(folder / "out/per_query.tsv") ==
        read_text(folder / "short/per_query.tsv"));
}

TEST_CASE("the chosen round is the same on any number of threads") {
  const TemporaryFolder folder;
  const Texts stopping = {"evaluation.validate=map", "evaluation.patience=4",
                          "evaluation.every=2"};
  REQUIRE(run_text(folder, kNoisy, "one", stopping, "1").code == 0);
  REQUIRE(run_text(folder, kNoisy, "four", stopping, "4").code == 0);
  for (const char* name : {"rounds.csv", "summary.json", "model-f1-r1.json",
                           "clients.csv", "state-f1-r1.bin"})
    CHECK(read_text(folder / "one" / name) ==
          read_text(folder / "four" / name));
}

TEST_CASE("validation alone changes no result but adds a column") {
  const TemporaryFolder folder;
  REQUIRE(run_text(folder, kNoisy, "plain", {}).code == 0);
  REQUIRE(run_text(folder, kNoisy, "seen", {"evaluation.validate=map"}).code ==
          0);
  CHECK(json_of(folder / "plain/summary.json")["signature"] ==
        json_of(folder / "seen/summary.json")["signature"]);
  CHECK(read_text(folder / "seen/rounds.csv").find(",kept") ==
        std::string::npos);
}

TEST_CASE("keep = last stops early with the last model") {
  const TemporaryFolder folder;
  REQUIRE(run_text(folder, kNoisy, "out",
                   {"evaluation.validate=map", "evaluation.patience=4",
                    "evaluation.keep=last"})
              .code == 0);
  const auto run = json_of(folder / "out/summary.json")["runs"][0];
  CHECK(run["rounds"] == run["kept"]);
  CHECK(run["rounds"] < 30);
}

TEST_CASE("selection is refused where it has nothing to select from") {
  const auto complaint = [](Texts settings) {
    settings.insert(settings.begin(), "evaluation.validate=ndcg@10");
    return complaint_about(kNoisy, settings);
  };
  has(complaint({"evaluation.on=validation"}), "evaluation.on = validation");
  has(complaint({"ranker.model=neural", "federation.local=fedper"}),
      "can't be used with fedper");
  has(complaint({"evaluation.keep=best", "unlearning.method=retrain",
                 "unlearning.clients=0"}),
      "conflicts with unlearning");
  has(complaint({"data.train=a.txt", "data.test=b.txt"}),
      "needs data.validation or data.folds");
  has(complaint_about(kNoisy, {"evaluation.patience=3"}),
      "has no effect here; needs evaluation.validate");
  has(complaint_about(kNoisy, {"evaluation.validate=ndgc@10"}),
      "nearest is 'ndcg@10'");
}

}  // namespace fedltr::early_stopping_test
