// run.rankings: rankings of models, against those of `rank` and `eval`.
#include "app/results/rankings.hpp"

#include "tests/support/scenario.hpp"
#include "tests/support/small_results.hpp"

namespace fedltr::rankings_test {
using namespace fedltr::test;

TEST_CASE("a run's ranking is what rank makes of its model, fold by fold") {
  const TemporaryFolder folder;
  const std::string data = (folder / "d").string();
  REQUIRE(fedltr_command({"data", "synth", "--out", data, "--queries", "40",
                          "--like", "custom", "--features", "4"})
              .code == 0);
  const std::vector<std::string> settings = {
      "data.folds=" + data,          "data.fold=all",       "run.rankings=yes",
      "data.normalize=query-minmax", "ranker.model=neural", "ranker.hidden=2",
      "ranker.init=normal"};
  const std::string text = "[federation]\nclients = 3\nrounds = 2\n";
  REQUIRE(run_text(folder, text, "r", settings).code == 0);
  for (const int fold : {1, 4}) {
    const std::string name = "f" + std::to_string(fold) + "-r1";
    const std::string part = std::to_string((fold + 3) % 5 + 1);
    const Outcome ranked = fedltr_command(
        {"rank", (folder / ("r/model-" + name + ".json")).string(),
         data + "/S" + part + ".txt", "--run"});
    REQUIRE_MESSAGE(ranked.code == 0, ranked.err);
    CHECK(ranked.out == read_text(folder / ("r/ranking-" + name + ".trec")));
  }
  // Results, and so the files that --force removes, are the same without it.
  auto without = settings;
  without[2] = "run.rankings=no";
  REQUIRE(run_text(folder, text, "w", without).code == 0);
  CHECK_FALSE(std::filesystem::exists(folder / "w/ranking-f1-r1.trec"));
  for (const char* file : {"summary.json", "manifest.json", "per_query.tsv"})
    CHECK(read_text(folder / "w" / file) == read_text(folder / "r" / file));
}

TEST_CASE("a model without numbers ranks nothing, and fails nothing") {
  SmallResults small;
  set(small.scenario, "run.rankings", "yes");
  small.runs[0].result.model(2) = kNaN;
  CHECK(text_of(rankings_file(), small.results()) == "");
  set(small.scenario, "run.rankings", "no");
  CHECK(written(rankings_file(), small.results()).empty());
}

}  // namespace fedltr::rankings_test
