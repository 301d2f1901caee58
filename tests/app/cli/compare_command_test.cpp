#include "app/cli/compare_command.hpp"

#include <regex>

#include "tests/support/run_folders.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/wrong_usage.hpp"

namespace fedltr::compare_command_test {
using namespace fedltr::test;

namespace {

/// Folders of two runs of six queries: the means are .5 and .75.
struct TwoRuns {
  TemporaryFolder folder;
  std::string a = write_run(folder, "a", per_query(0));
  std::string b = write_run(folder, "b", per_query(0.2));

  TwoRuns() {
    const std::string summary = read_text(folder / "b/summary.json");
    folder.write("b/summary.json",
                 std::regex_replace(summary, std::regex("0\\.5"), "0.75"));
  }

  static std::string per_query(double more) {
    std::string rows;
    for (int q = 0; q < 6; ++q)
      rows += std::to_string(q) + "\tm\t" +
              std::to_string(0.25 + 0.1 * q + more * (1 + 0.1 * q)) +
              "\t1\t1\n";
    return rows;
  }
  std::string compared(std::vector<std::string> more) const {
    more.insert(more.begin(), {"compare", a, b, "--metric", "m"});
    const Outcome outcome = fedltr_command(more);
    CHECK_MESSAGE(outcome.code == 0, outcome.err);
    return outcome.out;
  }
};

}  // namespace

TEST_CASE("a comparison names the option that is wrong") {
  const TwoRuns runs;
  const auto compare = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"compare", runs.a, runs.b});
    return more;
  };
  check_wrong_usage(
      runs.folder,
      {{compare({"--over", "documents"}),
        "--over documents: expected one of queries, seeds, both"},
       {compare({"--format", "xml"}),
        "--format xml: expected one of text, csv, json, latex"},
       {compare({"--seed", "one"}), "--seed one: expected an integer"},
       {compare({"--all-pairs", "--baseline", "a"}),
        "--all-pairs and --baseline: give only one of them"},
       {compare({"--all-pairs", "--columns", "clicks.model"}),
        "--all-pairs and --columns: give only one of them"}});
}

TEST_CASE("each format begins as it does, and the first run is the baseline") {
  const TwoRuns runs;
  CHECK(runs.compared({}).starts_with("m ("));
  CHECK(runs.compared({"--format", "csv"}).starts_with("metric,"));
  has(runs.compared({"--format", "latex"}), "\\begin{tabular}");
  const auto rows = [&](const std::vector<std::string>& more) {
    std::vector<std::string> all = {"--format", "json"};
    all.insert(all.end(), more.begin(), more.end());
    return nlohmann::json::parse(runs.compared(all));
  };
  const auto given = rows({});
  REQUIRE(given.size() == 2);
  CHECK(given[1]["difference"].get<double>() == doctest::Approx(0.25));
  const auto other = rows({"--baseline", "b"});
  CHECK(other[1]["difference"].get<double>() == doctest::Approx(-0.25));
  CHECK(rows({"--sort"})[1]["run"] == given[1]["run"]);
  CHECK(rows({"--seed", "2"})[1]["fisher"] != given[1]["fisher"]);
  CHECK(rows({"--over", "queries"}) == given);
}

TEST_CASE("the help names the populations of each test") {
  const Outcome outcome = fedltr_command({"compare", "--help"});
  CHECK(outcome.code == kDone);
  for (const char* over : {"both ", "queries ", "seeds "})
    has(outcome.out, std::string("\n  ") + over);
}

}  // namespace fedltr::compare_command_test
