#include "scenarios/report/report.hpp"

#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include "scenarios/report/sections.hpp"
#include "scenarios/report/writers.hpp"
#include "tests/support/cli.hpp"

using namespace fedltr;
using namespace fedltr::test;

namespace {

/// Runs of a little federation, in folders of these names.
struct ReportedRuns {
  TemporaryFolder folder;

  std::string run(const std::string& name,
                  const std::vector<std::string>& settings) {
    std::vector<std::string> arguments = {
        "run",
        folder.write("s.ini",
                     "[synthetic]\nlike = custom\nqueries = 30\n[federation]\n"
                     "clients = 10\nrounds = 5\n[run]\nname = little\n"
                     "repeats = 2\n"),
        "--quiet", "--out", (folder / name).string()};
    for (const auto& each : settings) {
      arguments.push_back("--set");
      arguments.push_back(each);
    }
    const Outcome outcome = fedltr_command(arguments);
    REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
    return (folder / name).string();
  }
};

std::vector<std::string> section_titles(const ReportPage& page) {
  std::vector<std::string> titles;
  for (const ReportSection& section : page.sections)
    titles.push_back(section.title);
  return titles;
}

template <class Block>
std::vector<Block> blocks_of(const ReportSection& section) {
  std::vector<Block> found;
  for (const ReportBlock& block : section.blocks)
    if (const auto* each = std::get_if<Block>(&block)) found.push_back(*each);
  return found;
}

std::string words_of(const ReportSection& section) {
  std::string text;
  for (const Paragraph& paragraph : blocks_of<Paragraph>(section))
    text += paragraph.text + "\n";
  return text;
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

const std::string kMisled = "clicks.model=poison";

}  // namespace

TEST_CASE("a report of one run says what it reached") {
  ReportedRuns runs;
  const ReportData data = read_report_data({runs.run("a", {})});
  const ReportSection answer = answer_section(data);
  CHECK(holds(words_of(answer), "a reached ndcg@10 0."));
  CHECK(holds(words_of(answer), "(95% interval over "));
  CHECK(holds(words_of(answer), "before training"));
  const auto tables = blocks_of<ReportTable>(answer);
  REQUIRE(tables.size() == 2);
  CHECK(tables[0].columns.size() == 6);
  CHECK(tables[0].rows.size() == 1);
  CHECK(holds(words_of(question_section(data)), "Scenario little"));
}

TEST_CASE("the interval of a metric is Student's over queries") {
  RunFolder run;
  run.label = "x";
  run.metrics = {"m"};
  run.spreads["m"] = {2, std::nan(""), 1};
  run.by_run["m"][{1, 1}] = 2;
  // Two repeats of q1 count as their mean, 1; mean 2, std 1, t(2, .975)
  // = 4.303.
  run.by_query["m"][{1, "q1"}] = {{1, 0.5}, {2, 1.5}};
  run.by_query["m"][{1, "q2"}] = {{1, 2}};
  run.by_query["m"][{1, "q3"}] = {{1, 3}};
  ReportData data;
  data.runs = {run};
  data.files.resize(1);
  CHECK(holds(words_of(answer_section(data)),
              "m 2.0000 ± 2.4841 (95% interval over 3 test queries)"));
}

TEST_CASE("a misled run is worse than the first, in words and by its mark") {
  ReportedRuns runs;
  const ReportData data =
      read_report_data({runs.run("good", {}), runs.run("bad", {kMisled})});
  const ReportSection answer = answer_section(data);
  CHECK(holds(words_of(answer), "Of 2 runs, the best: "));
  CHECK(holds(words_of(answer), "0 better, 1 worse, 0 undecided"));
  const ReportTable table = blocks_of<ReportTable>(answer)[0];
  CHECK(table.rows[1].back().text == "▼");
  CHECK(table.rows[0][2].strong);
  const auto differences = blocks_of<ReportTable>(question_section(data))[0];
  CHECK(differences.columns == std::vector<std::string>{"run", "clicks.model"});
  CHECK(differences.rows[1][1].text == "poison");
}

TEST_CASE("runs on other data are shown, but not tested") {
  ReportedRuns runs;
  const ReportData data = read_report_data(
      {runs.run("a", {}), runs.run("b", {"synthetic.seed=2"})});
  CHECK(holds(words_of(answer_section(data)),
              "No test of significance: seed=2 is on other data"));
}

TEST_CASE("curves hold every round, with a band of the repeats") {
  ReportedRuns runs;
  const ReportData data = read_report_data({runs.run("a", {})});
  const auto figures = blocks_of<ReportFigure>(learning_section(data));
  REQUIRE(figures.size() == 4);  // ndcg@10 and three online metrics
  CHECK(figures[0].title == "ndcg@10");
  REQUIRE(figures[0].curves.size() == 1);
  const auto& points = figures[0].curves[0].points;
  REQUIRE(points.size() == 6);
  CHECK(points[0].high == points[0].low);  // the same initial model
  CHECK(points[5].high > points[5].low);
  CHECK(points[5].other == points[5].at * 10 * 4);
}

TEST_CASE("an attack's report has its baseline's curve and a matrix") {
  ReportedRuns runs;
  const std::string grid = runs.run(
      "grid", {"grid.attack.kind=none,click-poison", "attack.clients=4",
               "grid.aggregation.rule=mean,krum,median", "run.repeats=1"});
  const ReportData data = read_report_data({grid});
  CHECK(data.runs.size() == 6);
  const ReportSection attacks = attack_section(data);
  const ReportTable matrix = blocks_of<ReportTable>(attacks)[0];
  CHECK(matrix.columns ==
        std::vector<std::string>{"rule", "none", "click-poison", "worst case"});
  REQUIRE(matrix.rows.size() == 3);
  // One attack only: the worst case is what it leaves.
  for (const ReportRow& row : matrix.rows) CHECK(row[2].text == row[3].text);
  CHECK(holds(words_of(attacks), "The best worst case: "));
  CHECK(section_titles(report_page(data)) ==
        std::vector<std::string>{"Answer", "What was asked", "Learning curves",
                                 "Attacks", "Privacy", "Cost", "Manifest"});
}

TEST_CASE("many runs share figures by the keys in which they differ") {
  ReportedRuns runs;
  const std::string grid =
      runs.run("grid", {"grid.clicks.model=perfect,navigational",
                        "grid.learner.rate=0.05,0.1,0.2,0.4", "run.repeats=1"});
  const auto figures =
      blocks_of<ReportFigure>(learning_section(read_report_data({grid})));
  REQUIRE(figures.size() == 2);
  CHECK(figures[0].title == "ndcg@10; clicks.model = perfect");
  CHECK(figures[0].curves.size() == 4);
  CHECK(figures[0].curves[1].name == "rate=0.1");
  CHECK(figures[0].small);
}

TEST_CASE("each format has its files, and LaTeX a document of all") {
  ReportedRuns runs;
  const ReportPage page = report_page(read_report_data({runs.run("a", {})}));
  CHECK(report_files(page, ReportFormat::kHtml).size() == 1);
  CHECK(report_files(page, ReportFormat::kSvg).size() == 4);
  const auto csv = report_files(page, ReportFormat::kCsv);
  CHECK(csv[0].first == "01-final-ndcg-10.csv");
  const auto latex = report_files(page, ReportFormat::kLatex);
  CHECK(latex.size() == csv.size() + 1);
  CHECK(latex.back().first == "report.tex");
  for (const auto& [name, text] : latex)
    if (name != "report.tex")
      CHECK_MESSAGE(holds(latex.back().second, "\\input{" + name + "}"), name);
}

TEST_CASE("the command writes a page, and overwrites nothing unasked") {
  ReportedRuns runs;
  const std::string run = runs.run("a", {});
  const std::string page = (runs.folder / "new/page.html").string();
  const Outcome first = fedltr_command({"report", run, "--out", page});
  CHECK_MESSAGE(first.code == 0, first.err);
  CHECK(first.out == "report    " + page + "\n");
  CHECK(read_text(page).starts_with("<!DOCTYPE html>"));
  const Outcome again = fedltr_command({"report", run, "--out", page});
  CHECK(again.code == 2);
  CHECK(holds(again.err, "is there already; give --force"));
  CHECK(fedltr_command({"report", run, "--out", page, "--force"}).code == 0);
  const std::string folder = (runs.folder / "files").string();
  CHECK(fedltr_command({"report", run, "--out", folder, "--to", "csv"}).code ==
        0);
  CHECK(fedltr_command({"report", run, "--out", folder, "--to", "csv"}).code ==
        2);
}

TEST_CASE("what is no run is refused in one line") {
  ReportedRuns runs;
  const auto refused = [&](const std::vector<std::string>& arguments, int code,
                           const std::string& reason) {
    std::vector<std::string> all = {"report", "--out",
                                    (runs.folder / "x.html").string()};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const Outcome outcome = fedltr_command(all);
    CHECK(outcome.code == code);
    CHECK_MESSAGE(holds(outcome.err, reason), outcome.err);
    CHECK(std::ranges::count(outcome.err, '\n') == 1);
  };
  refused({}, 2, "expected a file");
  refused({runs.folder.text()}, 2, "can't be read");
  const std::string run = runs.run("a", {});
  refused({run, "--to", "pdf"}, 2, "expected one of html, svg, csv, latex");
  runs.folder.write("a/rounds.csv", "fold,repeat\n1\n");
  refused({run}, 3, "rounds.csv: row 2: has 1 fields, expected 2");
  runs.folder.write("a/timing.json", "[[[[[[[[[[1]]]]]]]]]]");
  refused({run}, 3, "timing.json: is nested deeper than 8 levels");
}

TEST_CASE("a run folder of strange types is shown without them") {
  ReportedRuns runs;
  const std::string run = runs.run("a", {});
  runs.folder.write("a/timing.json",
                    "{\"wall_seconds\": [1], \"threads\": {}}");
  runs.folder.write("a/unlearning.json",
                    "{\"requests\": [1, {\"clients\": 2}]}");
  const ReportData data = read_report_data({run});
  const ReportTable cost = blocks_of<ReportTable>(cost_section(data))[0];
  CHECK(cost.rows[0][1].text == "-");
  CHECK(blocks_of<ReportTable>(unlearning_section(data))[0].rows.size() == 2);
  CHECK(!report_html(report_page(data)).empty());
}
