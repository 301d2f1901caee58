#include "app/results/compare/compare.hpp"

#include <sstream>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/support/little_runs.hpp"

namespace fedltr::compare_test {
using namespace fedltr::test;

namespace {

struct Runs : LittleRuns {
  Runs() : LittleRuns("repeats = 3\n") {}
};

}  // namespace

TEST_CASE("a run misled by its users loses, an equal one ties") {
  Runs runs;
  const std::string misled = runs.run("misled", {"clicks.model=poison"});
  const std::string good = runs.run("good", {});
  const std::string same = runs.run("same", {});
  const Outcome outcome =
      fedltr_command({"compare", good, misled, same, "--format", "json"});
  REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  const auto rows = nlohmann::json::parse(outcome.out);
  CHECK(rows.size() == 4 * 3);  // ndcg@10 and three online metrics
  CHECK(rows[0]["metric"] == "ndcg@10");
  CHECK(rows[1]["difference"] < -0.05);
  CHECK(rows[1]["t_test"] < 0.01);
  CHECK(rows[1]["bonferroni"] >= rows[1]["holm"]);
  CHECK(rows[1]["mark"] != "");
  CHECK(rows[2]["difference"] == 0);
  CHECK(rows[2]["t_test"] == 1);
  CHECK(rows[2]["mark"] == "");
  // Online metrics have one value per run: three pairs.
  CHECK(rows[4]["pairs"] == 3);
  CHECK(
      fedltr_command({"compare", good, misled, same, "--format", "json"}).out ==
      outcome.out);
}

TEST_CASE("a query that several folds train on counts once") {
  Runs runs;
  const std::vector<std::string> on_training = {"data.fold=all",
                                                "evaluation.on=train"};
  const std::string a = runs.run("a", on_training);
  auto poisoned = on_training;
  poisoned.emplace_back("clicks.model=poison");
  const std::string b = runs.run("b", poisoned);
  const auto compared = [&](const std::string& over) {
    const Outcome outcome =
        fedltr_command({"compare", a, b, "--format", "json", "--over", over,
                        "--metric", "ndcg@10"});
    REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
    return nlohmann::json::parse(outcome.out)[1];
  };
  CHECK(compared("queries")["pairs"] == 30);  // each in three of five folds
  CHECK(compared("both")["pairs"] == 30);
  CHECK(compared("queries")["difference"].get<double>() ==
        doctest::Approx(compared("both")["difference"].get<double>()));
  CHECK(compared("both")["seeds"] == 5 * 3);
  CHECK(compared("seeds")["pairs"] == 5 * 3);
}

TEST_CASE(
    "test queries of different folds are different, whatever their names") {
  Runs runs;
  for (int fold = 1; fold <= 5; ++fold)
    for (const char* part : {"train", "vali", "test"}) {
      std::string text;
      for (int query = 0; query < 4; ++query)
        for (int grade = 0; grade < 3; ++grade)
          text += std::to_string(grade) + " qid:" + part +
                  std::to_string(query) +
                  " 1:" + std::to_string(grade * fold - query) +
                  " 2:" + std::to_string(query + grade % 2) + "\n";
      const std::string folder = "d/Fold" + std::to_string(fold);
      std::filesystem::create_directories(runs.folder / folder);
      runs.folder.write(folder + "/" + part + ".txt", text);
    }
  const std::string data = "data.folds=" + (runs.folder / "d").string();
  const std::string a = runs.run("a", {data, "data.fold=all"});
  const std::string b =
      runs.run("b", {data, "data.fold=all", "clicks.model=poison"});
  const Outcome outcome = fedltr_command(
      {"compare", a, b, "--format", "json", "--metric", "ndcg@10"});
  REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  CHECK(nlohmann::json::parse(outcome.out)[1]["pairs"] == 5 * 4);
}

TEST_CASE("text, CSV and LaTeX hold every run and metric") {
  Runs runs;
  const std::string a = runs.run("a", {});
  const std::string b = runs.run("b", {"clicks.model=informational"});
  const auto text = fedltr_command({"compare", a, b}).out;
  CHECK(text.find("ndcg@10 (") != std::string::npos);
  CHECK(text.find("model=informational") != std::string::npos);
  const auto csv = fedltr_command({"compare", a, b, "--format", "csv"}).out;
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 1 + 4 * 2);
  const auto latex = fedltr_command({"compare", a, b, "--format", "latex",
                                     "--metric", "ndcg@10"})
                         .out;
  CHECK(latex.find("\\begin{tabular}{lr}") != std::string::npos);
  CHECK(latex.find("\\textbf{") != std::string::npos);
  CHECK(latex.find("over 3 runs") != std::string::npos);
  CHECK(latex.find("Bonferroni-corrected") != std::string::npos);
  CHECK(latex.find("\\\\\n\\bottomrule") != std::string::npos);
}

TEST_CASE("untestable runs are left out and named, the rest is compared") {
  Runs runs;
  const std::string a = runs.run("a", {"run.repeats=1"});
  const std::string b = runs.run("b", {"run.repeats=1", "run.seed=2"});
  const Outcome outcome = fedltr_command({"compare", a, b});
  CHECK(outcome.code == 0);
  CHECK(outcome.out.starts_with("ndcg@10 ("));
  CHECK(outcome.out.find("online_discounted has only one pair") !=
        std::string::npos);
  const std::string longer = runs.run("c", {"federation.rounds=6"});
  const std::string plain = runs.run("d", {});
  const std::string text = fedltr_command({"compare", plain, longer}).out;
  CHECK(text.find("is a sum over rounds") != std::string::npos);
  CHECK(text.find("has a different number of rounds") != std::string::npos);
  // Points that are not compared may differ.
  const std::string grid =
      runs.run("e", {"grid.federation.rounds=5,6",
                     "grid.clicks.model=perfect,informational"});
  const std::string parts =
      fedltr_command({"compare", grid, "--by", "federation.rounds"}).out;
  CHECK(parts.find("Note:") == std::string::npos);
}

TEST_CASE("runs that can't be paired are refused with the reason") {
  Runs runs;
  const std::string a = runs.run("a", {});
  const auto refused = [&](const std::vector<std::string>& arguments,
                           const std::string& reason, int code = 2) {
    std::vector<std::string> all = {"compare"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const Outcome outcome = fedltr_command(all);
    CHECK(outcome.code == code);
    CHECK_MESSAGE(outcome.err.find(reason) != std::string::npos, outcome.err);
  };
  refused({a}, "expected at least two runs");
  refused({"x=" + a}, "two runs to compare, or a grid's folder\n");
  const TemporaryFolder empty;
  refused({empty.text(), a}, "only " + a + " holds results");
  refused({a, a + "/nowhere"}, "can't be read; expected the folder of a run",
          3);
  refused({a, runs.run("data", {"synthetic.seed=2"})},
          "they have different data");
  refused({a, runs.run("fewer", {"run.repeats=2"})},
          "is only in the first one");
  refused({a, runs.run("more", {"run.repeats=4"})}, "the second one has");
  refused({a, runs.run("other", {"evaluation.metrics=mrr@10"}), "--metric",
           "ndcg@10"},
          "has no metric 'ndcg@10'; it has: mrr@10");
  refused({a, a, "--format", "xml"}, "expected one of text, csv, json, latex");
  const std::string perfect = runs.run(
      "perfect",
      {"evaluation.metrics=expected-maxrr@10", "clicks.model=perfect"});
  const std::string informational = runs.run(
      "informational",
      {"evaluation.metrics=expected-maxrr@10", "clicks.model=informational"});
  refused({perfect, informational, "--metric", "expected-maxrr@10"},
          "is defined differently in the runs: clicks.model = perfect and "
          "informational");
  refused({a, runs.run("zero", {"evaluation.empty=0"}), "--metric", "ndcg@10"},
          "is defined differently in the runs: evaluation.empty");
  refused({a, runs.run("gains", {"evaluation.gains=0,1,2,3,4"}), "--metric",
           "ndcg@10"},
          "is defined differently in the runs: evaluation.gains");
  runs.folder.write("broken/summary.json", "{");
  refused({a, (runs.folder / "broken").string()}, "is no JSON", 3);
}

namespace {

nlohmann::json compare_json(const std::vector<std::string>& arguments) {
  std::vector<std::string> all = {"compare", "--format", "json"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  const Outcome outcome = fedltr_command(all);
  REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  return nlohmann::json::parse(outcome.out);
}

}  // namespace

TEST_CASE("a query counts once, however many repeats there are") {
  Runs runs;
  const std::vector<std::string> informational = {"clicks.model=informational"};
  const auto a = runs.run("a", {});
  const auto b = runs.run("b", informational);
  const auto rows =
      compare_json({a, b, "--metric", "ndcg@10", "--over", "queries"});
  const auto one =
      compare_json({runs.run("one", {"run.repeats=1"}),
                    runs.run("two", {"run.repeats=1", informational[0]}),
                    "--metric", "ndcg@10"});
  CHECK(rows[1]["pairs"] == one[1]["pairs"]);
  CHECK(one[1]["std"].is_null());  // one run has no deviation
  CHECK(rows[1]["std"].is_number());
  const auto seeds =
      compare_json({a, b, "--metric", "ndcg@10", "--over", "seeds"});
  CHECK(seeds[1]["pairs"] == 3);
  // Every query is evaluated in every repeat: the means agree.
  CHECK(seeds[1]["difference"].get<double>() ==
        doctest::Approx(rows[1]["difference"].get<double>()));
  const auto both =
      compare_json({a, b, "--metric", "ndcg@10", "--over", "both"});
  CHECK(compare_json({a, b, "--metric", "ndcg@10"}) == both);
  CHECK(both[1]["pairs"] == rows[1]["pairs"]);
  CHECK(both[1]["seeds"] == 3);
  CHECK(both[1]["fisher"].is_null());
  CHECK(both[1]["interval95"] >= rows[1]["interval95"]);
}

TEST_CASE("a grid's folder stands for its points; --by parts them") {
  Runs runs;
  const auto grid = runs.run("g", {"grid.clicks.model=perfect,informational",
                                   "grid.learner.rate=0.1,0.01,0.001"});
  const auto all = compare_json({grid, "--metric", "ndcg@10"});
  REQUIRE(all.size() == 6);
  CHECK(all[0]["label"] == "model=perfect, rate=0.1");
  const auto by =
      compare_json({grid, "--metric", "ndcg@10", "--by", "clicks.model",
                    "--baseline", "learner.rate=0.001"});
  REQUIRE(by.size() == 6);
  CHECK(by[0]["group"] == "clicks.model = perfect");
  CHECK(by[0]["label"] == "rate=0.001");
  CHECK_FALSE(by[0].contains("against"));
  CHECK(by[3]["label"] == "rate=0.001");
  CHECK(by[4]["against"] == by[3]["run"]);
  // Without --by, each run is compared with its own baseline.
  const auto own = compare_json(
      {grid, "--metric", "ndcg@10", "--baseline", "learner.rate=0.001"});
  REQUIRE(own.size() == 6);
  CHECK(own[1]["against"] == own[0]["run"]);
  CHECK(own[4]["against"] == own[3]["run"]);
  CHECK(own[3]["group"] == "clicks.model = informational");
  const auto columns =
      fedltr_command({"compare", grid, "--metric", "ndcg@10", "--columns",
                      "clicks.model", "--baseline", "learner.rate=0.1"})
          .out;
  CHECK(columns.find("perfect informational") != std::string::npos);
  CHECK(columns.find("over the 4 comparisons") != std::string::npos);
  const auto pairs = compare_json({grid, "--metric", "ndcg@10", "--all-pairs"});
  CHECK(pairs.size() == 15);
  const auto sorted = compare_json({grid, "--metric", "ndcg@10", "--sort"});
  for (std::size_t i = 2; i < sorted.size(); ++i)
    CHECK(sorted[i - 1]["mean"] >= sorted[i]["mean"]);
}

TEST_CASE("named points label runs in place of the keys they set") {
  Runs runs;
  const auto grid = runs.run(
      "g", {"grid.clicks.model=perfect,informational",
            "grid.pace=slow: learner.rate=0.01 ranker.init=zero, fast: "
            "learner.rate=0.1 ranker.init=normal"});
  const auto all = compare_json({grid, "--metric", "ndcg@10"});
  REQUIRE(all.size() == 4);
  CHECK(all[1]["label"] == "model=perfect, pace=fast");
  const auto own = compare_json(
      {grid, "--metric", "ndcg@10", "--baseline", "grid.pace=fast"});
  REQUIRE(own.size() == 4);
  CHECK(own[1]["against"] == own[0]["run"]);
  CHECK(own[3]["against"] == own[2]["run"]);
  const std::string columns =
      fedltr_command(
          {"compare", grid, "--metric", "ndcg@10", "--columns", "grid.pace"})
          .out;
  CHECK_MESSAGE(columns.find("columns: grid.pace") != std::string::npos,
                columns);
  // Another study's point of the same name is another setting.
  const auto other = runs.run("h", {"clicks.model=perfect",
                                    "grid.pace=slow: learner.rate=0.02, fast: "
                                    "learner.rate=0.2"});
  const auto both = compare_json({grid, other, "--metric", "ndcg@10"});
  REQUIRE(both.size() == 6);
  CHECK(both[4]["label"] != "model=perfect, pace=slow");
}

TEST_CASE("each table of columns has one baseline a column") {
  Runs runs;
  const auto grid = runs.run(
      "g", {"grid.clicks.model=perfect,informational",
            "grid.learner.rate=0.1,0.01", "grid.aggregation.rule=mean,median"});
  const std::string text =
      fedltr_command({"compare", grid, "--metric", "ndcg@10", "--columns",
                      "clicks.model", "--baseline", "aggregation.rule=mean"})
          .out;
  for (const char* rate : {"0.1", "0.01"})
    CHECK_MESSAGE(text.find("learner.rate = " + std::string(rate) +
                            "; columns: clicks.model") != std::string::npos,
                  text);
  CHECK_MESSAGE(text.find("over the 4 comparisons") != std::string::npos, text);
}

TEST_CASE("a table fits into 100 columns") {
  Runs runs;
  const auto grid = runs.run("a-folder-with-a-rather-long-name",
                             {"grid.clicks.model=perfect,informational"});
  for (const char* how : {"--sort", "--all-pairs"}) {
    std::istringstream text(fedltr_command({"compare", grid, how}).out);
    for (std::string line; std::getline(text, line);)
      CHECK_MESSAGE(line.size() <= 102, line);  // a mark takes three bytes
  }
}

TEST_CASE("impossible --over, --by and --baseline are refused") {
  Runs runs;
  const std::string a = runs.run("a", {"run.repeats=2"});
  const std::string b =
      runs.run("b", {"run.repeats=2", "clicks.model=informational"});
  const auto refused = [&](const std::vector<std::string>& arguments,
                           const std::string& reason) {
    std::vector<std::string> all = {"compare", a, b};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const Outcome outcome = fedltr_command(all);
    CHECK(outcome.code == 2);
    CHECK_MESSAGE(outcome.err.find(reason) != std::string::npos, outcome.err);
  };
  refused({"--metric", "ndcg@10", "--over", "both"},
          "needs 3 repeats or more, they have 2");
  refused({"--over", "documents"}, "expected one of queries, seeds, both");
  refused({"--by", "clicks.mode"}, "has no such key");
  refused({"--by", "clicks.model"}, "only one run where clicks.model");
  refused({"--baseline", "c"}, "no such run; there are: model=navigational");
  refused({"--baseline", "a", "--all-pairs"}, "give only one of them");
}

TEST_CASE("a metric that is named twice is compared once") {
  Runs runs;
  const auto rows =
      compare_json({runs.run("a", {}), runs.run("b", {"learner.rate=0.01"}),
                    "--metric", "ndcg@10", "--metric", "ndcg@10"});
  CHECK(rows.size() == 2);
  CHECK(rows[1]["bonferroni"] == rows[1]["t_test"]);
}

TEST_CASE("runs of one table have labels of their own") {
  Runs runs;
  const std::string a = runs.run("a", {});
  const std::string b = runs.run("b", {"learner.rate=0.01"});
  const Outcome outcome = fedltr_command({"compare", "x=" + a, "x=" + b});
  CHECK(outcome.code == 2);
  CHECK(outcome.err.find("is the label of another run") != std::string::npos);
}

TEST_CASE("a grid of one point names the only run") {
  Runs runs;
  const std::string grid = runs.run("g", {"grid.learner.rate=0.1"});
  const Outcome outcome = fedltr_command({"compare", grid});
  CHECK(outcome.code == 2);
  CHECK(outcome.err.find("only " + grid + "/learner.rate=0.1 holds results") !=
        std::string::npos);
}

}  // namespace fedltr::compare_test
