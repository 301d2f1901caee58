#include <doctest/doctest.h>

#include "tests/app/report/report_support.hpp"

namespace fedltr::answer_section_test {
using namespace fedltr::test;

namespace {

/// Sets a run's values of m to these, query by query, in one repeat.
void set_queries(RunFolder& run, const std::vector<double>& values) {
  double sum = 0;
  run.by_query["m"].clear();
  for (std::size_t q = 0; q < values.size(); ++q) {
    sum += values[q];
    run.by_query["m"]["1/" + std::to_string(q)][{1, 1}] = values[q];
  }
  const double mean = sum / static_cast<double>(values.size());
  run.spreads["m"] = {mean, 0, 1};
  run.by_run["m"][{1, 1}] = mean;
}

/// Three runs: b is .1, .2 and .3 better than a, c .29, .3 and .31.
ReportData three_runs() {
  ReportData data = data_of_runs({"a", "b", "c"});
  set_queries(data.runs[0], {0.1, 0.2, 0.3});
  set_queries(data.runs[1], {0.2, 0.4, 0.6});
  set_queries(data.runs[2], {0.39, 0.5, 0.61});
  return data;
}

}  // namespace

// With two degrees of freedom Student's p is 1 - t / sqrt(t^2 + 2), and .975 is
// at 4.30265. Of b against a: mean .2, std .1, so t = sqrt 12 and
// p = 1 - sqrt(12 / 14) = .07418, twice that after Bonferroni; half width
// 4.30265 * .1 / sqrt 3 = .24841. Of c: mean .3, std .01, t = sqrt 2700,
// p = .00037016.
TEST_CASE("each run is tested against the first, corrected for their number") {
  const ReportSection section = answer_section(three_runs());
  const auto tables = tables_in(section);
  REQUIRE(tables.size() == 2);
  CHECK(tables[0].title == "Final m");
  CHECK(tables[0].columns == Texts{"run", "initial", "m", "± 95%", "std",
                                   "runs", "difference", "± 95%", "Bonferroni",
                                   "mark"});
  // Half widths of the runs themselves: from std .1, .2 and .11.
  CHECK(rows_in(tables[0]) ==
        Texts{"a|-|0.2000|0.2484|-|1|-|-|-|",
              "b|-|0.4000|0.4968|-|1|+0.2000|0.2484|p = 0.1484|",
              "c|-|0.5000|0.2733|-|1|+0.3000|0.0248|p = 0.0007|▲"});
  CHECK(tables[0].rows[2][2].strong);
  CHECK_FALSE(tables[0].rows[1][2].strong);
}

TEST_CASE("the best run is named, and by how much it is better") {
  const std::string words = spoken_in(answer_section(three_runs()));
  CHECK(contains(words,
                 "*Of 3 runs, c is the best: m 0.5000 ± 0.2733 (95% interval "
                 "over 3 test queries).\n"));
  CHECK(contains(words,
                 "*It is better than a by 0.3000 ± 0.0248 (p = 0.0007).\n"));
  CHECK(contains(words,
                 "Against the first run, a: 1 better, 0 worse, 1 undecided"));
  CHECK(contains(words, "correction for 2 comparisons."));
}

TEST_CASE("the run that validation queries choose has the only test value") {
  ReportData data = three_runs();
  const double chosen_by[] = {0.3, 0.7, 0.5};
  for (std::size_t r = 0; r < 3; ++r) {
    RunFolder& run = data.runs[r];
    run.metrics.emplace_back("validation_m");
    run.spreads["validation_m"] = {chosen_by[r], 0, 1};
    run.by_run["validation_m"][{1, 1}] = chosen_by[r];
  }
  const ReportSection section = answer_section(data);
  const std::string words = spoken_in(section);
  CHECK(contains(words,
                 "Of 3 runs, b is chosen, by validation_m 0.7000 of its "
                 "validation queries. On the test queries: m 0.4000"));
  CHECK(words.find("best") == std::string::npos);
  const auto tables = tables_in(section);
  for (const ReportRow& row : tables.at(0).rows) CHECK_FALSE(row[2].strong);
  // Only if all runs have one.
  data.runs[0].spreads.erase("validation_m");
  CHECK(contains(spoken_in(answer_section(data)), "c is the best"));
}

TEST_CASE("rounds that validation queries chose are named") {
  ReportData data = data_of_runs({"a"});
  ReportFiles& files = data.files[0];
  files.manifest["scenario"]["evaluation.keep"] = "best";
  files.summary["runs"] = {{{"rounds", 55}, {"kept", 30}},
                           {{"rounds", 35}, {"kept", 10}}};
  CHECK(contains(spoken_in(answer_section(data)),
                 "; the best round on the validation queries is kept, 10 to 30 "
                 "of 35 to 55"));
  files.manifest["scenario"]["evaluation.keep"] = "last";
  CHECK(spoken_in(answer_section(data)).find("kept") == std::string::npos);
}

TEST_CASE("a difference that may be chance is called so") {
  ReportData data = three_runs();
  data.runs.pop_back();
  data.files.pop_back();
  CHECK(contains(spoken_in(answer_section(data)),
                 "*It is not significantly different from a (+0.2000 ± 0.2484, "
                 "p = 0.0742).\n"));
  // If the best run is the first, there is no difference to report.
  std::swap(data.runs[0], data.runs[1]);
  const std::string words = spoken_in(answer_section(data));
  CHECK(contains(words, "Of 2 runs, b is the best: m "));
  CHECK_FALSE(contains(words, "It is "));
  CHECK(contains(words, "0 better, 0 worse, 1 undecided"));
}

TEST_CASE("a run without the first metric is shown without it, untested") {
  ReportData data = data_of_runs({"a", "b"});
  data.runs[1].metrics = {"z"};
  data.runs[1].spreads = {{"z", {0.25, 0, 1}}};
  data.runs[1].by_run = {{"z", {{{1, 1}, 0.25}}}};
  const ReportSection section = answer_section(data);
  CHECK(contains(spoken_in(section),
                 "No test of significance: b has no metric m.\n"));
  CHECK(rows_in(tables_in(section)[0]) == Texts{"a|-|0.5000|-|-|1"});
  CHECK(rows_in(tables_in(section)[1]) == Texts{"a|0.5000", "b|-"});
}

TEST_CASE("the initial metric is that of round 0, or not known") {
  ReportData data = data_of_runs({"x"});
  data.files[0].curves["m"] = {{0, 0, 0.125, 0, 1}, {1, 4, 0.5, 0, 1}};
  CHECK(spoken_in(answer_section(data)) ==
        "*m 0.5000, from 0.1250 before training\n");
  data.files[0].curves["m"].erase(data.files[0].curves["m"].begin());
  CHECK(spoken_in(answer_section(data)) == "*m 0.5000\n");
  CHECK(rows_in(tables_in(answer_section(data))[0]) ==
        Texts{"x|-|0.5000|-|-|1"});
}

TEST_CASE("without values by query the interval is over runs") {
  ReportData data = data_of_runs({"x"});
  // Mean 2, std 1: half width 4.30265 / sqrt 3.
  data.runs[0].spreads["m"] = {2, 1, 3};
  data.runs[0].by_run["m"] = {{{1, 1}, 1}, {{1, 2}, 2}, {{1, 3}, 3}};
  CHECK(spoken_in(answer_section(data)) ==
        "*m 2.0000 ± 2.4841 (95% interval over 3 runs); standard deviation "
        "1.0000 over 3 runs\n");
  CHECK(rows_in(tables_in(answer_section(data))[1]) ==
        Texts{"x|2.0000 ± 1.0000"});
}

TEST_CASE("metrics of many runs are beside their settings") {
  ReportData data = data_of_runs({"1", "2", "3", "4", "5", "6", "7", "8"});
  data.varied = {"learner.rate"};
  CHECK(tables_in(answer_section(data))[1].columns == Texts{"run", "m"});
  data.runs.push_back(data.runs[0]);
  data.runs[8].label = "9";
  data.runs[8].scenario["learner.rate"] = "0.1";
  data.files.resize(9);
  const ReportTable table = tables_in(answer_section(data))[1];
  CHECK(table.columns == Texts{"run", "m", "learner.rate"});
  CHECK(rows_in(table)[0] == "1|0.5000|-");
  CHECK(rows_in(table)[8] == "9|0.5000|0.1");
}

}  // namespace fedltr::answer_section_test
