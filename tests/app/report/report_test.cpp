#include "app/report/report.hpp"

#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include "app/report/sections.hpp"
#include "app/report/writers.hpp"
#include "tests/support/little_runs.hpp"

namespace fedltr::report_test {
using namespace fedltr::test;

namespace {

struct ReportedRuns : LittleRuns {
  ReportedRuns() : LittleRuns("name = little\nrepeats = 2\n") {}
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

TEST_CASE("a report of one run has what it reached") {
  ReportedRuns runs;
  const ReportData data = read_report_data({runs.run("a", {})});
  const ReportSection answer = answer_section(data);
  CHECK(holds(words_of(answer), "ndcg@10 0."));
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
  run.by_query["m"] = {{"q1", {{{1, 1}, 0.5}, {{1, 2}, 1.5}}},
                       {"q2", {{{1, 1}, 2}}},
                       {"q3", {{{1, 1}, 3}}}};
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
  CHECK(holds(words_of(answer), " is the best: "));
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
              "No test of significance: seed=2 has other data"));
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
  // With one attack only, its value is the worst case.
  for (const ReportRow& row : matrix.rows) CHECK(row[2].text == row[3].text);
  CHECK(holds(words_of(answer_section(data)), "The best worst case: "));
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

TEST_CASE("each format has its files, and LaTeX a document of them") {
  ReportedRuns runs;
  const ReportPage page = report_page(read_report_data({runs.run("a", {})}));
  CHECK(report_files(page, ReportFormat::kHtml).size() == 1);
  const auto csv = report_files(page, ReportFormat::kCsv);
  CHECK(report_files(page, ReportFormat::kSvg).size() == csv.size());
  CHECK(csv[0].first == "01-final-ndcg-10.csv");
  const auto latex = report_files(page, ReportFormat::kLatex);
  CHECK(latex.size() == csv.size() + 1);
  CHECK(latex.back().first == "report.tex");
  const std::string& document = latex.back().second;
  CHECK(holds(document, "\\input{" + latex[0].first + "}"));
  // The document omits sections that the page collapses.
  CHECK(latex[latex.size() - 2].first == "14-all-keys-of-the-first-run.tex");
  CHECK_FALSE(holds(document, "all-keys"));
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
  CHECK(holds(again.err, "exists already; give --force"));
  CHECK(fedltr_command({"report", run, "--out", page, "--force"}).code == 0);
  const std::string folder = (runs.folder / "files").string();
  CHECK(fedltr_command({"report", run, "--out", folder, "--to", "csv"}).code ==
        0);
  CHECK(fedltr_command({"report", run, "--out", folder, "--to", "csv"}).code ==
        2);
}

TEST_CASE("run --report makes the page beside the results") {
  ReportedRuns runs;
  const std::string run = runs.run("a", {});
  const std::string scenario = (runs.folder / "s.ini").string();
  const std::string page = run + "/report.html";
  const Outcome outcome = fedltr_command(
      {"run", scenario, "--out", run, "--force", "--quiet", "--report"});
  CHECK_MESSAGE(outcome.code == 0, outcome.err);
  CHECK(holds(outcome.out, "report    " + page));
  CHECK(holds(read_text(page), "<title>little - fedltr report</title>"));
  // It belongs to the results: the next run without --report removes it.
  CHECK(fedltr_command({"run", scenario, "--out", run, "--force", "--quiet"})
            .code == 0);
  CHECK_FALSE(std::filesystem::exists(page));
  const Outcome speedup =
      fedltr_command({"run", scenario, "--out", run, "--force", "--quiet",
                      "--report", "--threads", "1,2"});
  CHECK(speedup.code == 2);
  CHECK(holds(speedup.err, "--report needs one number of threads"));
}

TEST_CASE("with one rule only, a matrix has a row per setting") {
  ReportedRuns runs;
  const std::string grid = runs.run(
      "grid", {"grid.attack.kind=none,click-poison,lie", "attack.clients=4",
               "run.repeats=1", "grid.clicks.model=perfect,informational"});
  const auto tables =
      blocks_of<ReportTable>(attack_section(read_report_data({grid})));
  REQUIRE(tables.size() == 2);  // and the costs of attacks
  CHECK(tables[0].columns[0] == "settings");
  REQUIRE(tables[0].rows.size() == 2);
  // The minimum of a table is darkest, the maximum white; the worst case is
  // bold.
  int lightest = 9;
  int darkest = 0;
  for (const ReportRow& row : tables[0].rows) {
    CHECK(row.back().strong);
    for (const ReportCell& cell : row)
      if (cell.shade >= 0) {
        lightest = std::min(lightest, cell.shade);
        darkest = std::max(darkest, cell.shade);
      }
  }
  CHECK(lightest == 0);
  CHECK(darkest == 9);
}

TEST_CASE("a silo's report names the gaining parties, by the tested metric") {
  ReportedRuns runs;
  const std::string scenario = runs.folder.write(
      "silo.ini",
      "[run]\nname = silo\n[synthetic]\nlike = text\ndocuments = 60\n"
      "queries = 20\nterms = 20\nvocabulary = 200\ntopics = 4\n[silo]\n"
      "parties = 2\nepsilon = 0\n");
  const std::string out = (runs.folder / "silo").string();
  const Outcome outcome =
      fedltr_command({"run", scenario, "--out", out, "--quiet"});
  REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  const ReportData data = read_report_data({out});
  CHECK(holds(words_of(answer_section(data)), ": ndcg@10 0."));
  const ReportSection silo = silo_section(data);
  CHECK(holds(words_of(silo), "by joining with "));
  const auto tables = blocks_of<ReportTable>(silo);
  REQUIRE(tables.size() == 3);
  CHECK(tables[0].title == "Methods");
  CHECK(tables[1].columns[1] == "against");
  CHECK(tables[2].title == "Who gains by joining");
  CHECK(tables[2].rows.size() == 2);
  CHECK(blocks_of<ReportPicture>(search_section(data)).size() >= 1);
}

TEST_CASE("clients that differ and updates that fail have their sections") {
  ReportedRuns runs;
  const ReportData data = read_report_data(
      {runs.run("a", {"heterogeneity.kind=dirichlet", "faults.dropout=0.3",
                      "faults.corrupt=0.2"})});
  const ReportSection clients = clients_section(data);
  REQUIRE(blocks_of<ReportTable>(clients).size() == 1);
  const auto figures = blocks_of<ReportFigure>(clients);
  REQUIRE(figures.size() == 1);
  CHECK(std::ranges::is_sorted(figures[0].curves[0].points, {},
                               &CurvePoint::mean));
  const auto faults = blocks_of<ReportTable>(faults_section(data));
  REQUIRE(faults.size() == 1);
  CHECK(faults[0].rows[0][1].text != "0");
  const ReportData calm = read_report_data({runs.run("b", {})});
  CHECK(clients_section(calm).blocks.empty());
  CHECK(faults_section(calm).blocks.empty());
}

TEST_CASE("a folder without a run is refused in one line") {
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
  refused({runs.folder.text()}, 3, "can't be read");
  const std::string run = runs.run("a", {});
  refused({run, "--to", "pdf"}, 2,
          "expected one of html, text, svg, csv, latex, json");
  runs.folder.write("a/rounds.csv", "fold,repeat\n1\n");
  refused({run}, 3, "rounds.csv:2: has 1 fields, expected 2");
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

}  // namespace fedltr::report_test
