#include <doctest/doctest.h>

#include "app/base/files.hpp"
#include "app/report/sections.hpp"
#include "app/report/writers.hpp"
#include "app/results/chart.hpp"
#include "app/results/round_columns.hpp"
#include "app/schema/picture_rules.hpp"
#include "tests/support/cli.hpp"

namespace fedltr::picture_section_test {
using test::fedltr_command;
using test::TemporaryFolder;

namespace {

/// Runs a scenario, into folder/run, and returns its report's first section.
ReportSection section_of(const TemporaryFolder& folder,
                         const std::string& scenario) {
  const std::string file = folder.write("s.ini", scenario);
  const auto run = fedltr_command({"run", file, "--out", folder / "run"});
  REQUIRE_MESSAGE(run.code == 0, run.err);
  // The run folder is enough.
  std::filesystem::remove(file);
  return picture_section(read_report_data({folder / "run"}));
}

const std::string kRows =
    "[synthetic]\nlike = custom\nqueries = 30\ndocuments = 6\nfeatures = 5\n";

ReportSection section_of_study(const TemporaryFolder& folder,
                               const std::string& pictures) {
  return section_of(
      folder, kRows +
                  "[federation]\nclients = 3\nrounds = 4\n[run]\nrepeats = 2\n"
                  "[grid]\nclicks.model = perfect, informational\n"
                  "pace = slow: learner.rate=0.01, fast: learner.rate=0.1\n" +
                  pictures);
}

/// Returns the figure of a run that unlearns after its rounds.
ReportPanels unlearning_figure(const TemporaryFolder& folder, int rounds) {
  const ReportSection section = section_of(
      folder,
      kRows + "[federation]\nclients = 4\nrounds = " + std::to_string(rounds) +
          "\n[attack]\nkind = scaled\nclients = 1\n"
          "[unlearning]\nmethod = federaser\nclients = 0\ninterval = 2\n"
          "[figure]\nx = unlearning\n");
  return std::get<ReportPanels>(section.blocks.at(0));
}

}  // namespace

TEST_CASE("a report repeats the scenario's paragraph on full size") {
  const TemporaryFolder folder;
  const ReportSection section = section_of(
      folder,
      "# Does it learn? A toy.\n#\n# Reproduced: in part, toys. Half of it,\n"
      "# the first.\n#\n# Another paragraph.\n" +
          kRows +
          "[federation]\nclients = 3\nrounds = 2\n[figure]\nx = round\n");
  const std::string said =
      "Reproduced at full size: in part, toys. Half of it, the first.";
  REQUIRE(section.blocks.size() == 2);
  CHECK(std::get<Paragraph>(section.blocks[1]).text == said);

  ReportPage page =
      report_page(read_report_data({folder / "run"}, ReportDepth::kBrief));
  CHECK(page.question == "Does it learn?");
  CHECK(report_text(page).find("published " + said + "\n") !=
        std::string::npos);
  page = report_page(read_report_data({folder / "run"}));
  CHECK(report_html(page).find(said) != std::string::npos);
  CHECK(report_json(page).find(said) != std::string::npos);
}

TEST_CASE("an empty paragraph on full size is none") {
  const TemporaryFolder folder;
  const ReportSection section = section_of(
      folder,
      "# Does it learn?\n#\n# Reproduced:\n#\n" + std::string(kRows) +
          "[federation]\nclients = 3\nrounds = 2\n[figure]\nx = round\n");
  CHECK(section.blocks.size() == 1);
}

TEST_CASE("a report begins with the figure of its scenario") {
  const TemporaryFolder folder;
  const ReportSection section = section_of_study(
      folder,
      "[figure]\nx = interactions\nlines = grid.pace\npanels = clicks.model\n"
      "metric = online_ndcg@10\nbaseline = learner.rate=0.1\n");
  REQUIRE(section.blocks.size() == 1);
  const auto& panels = std::get<ReportPanels>(section.blocks[0]);
  CHECK(panels.title ==
        "online_ndcg@10 by interactions; lines: pace; panels: clicks.model");
  CHECK(panels.lines == std::vector<std::string>{"slow", "fast"});
  CHECK(panels.baseline == 1);
  REQUIRE(panels.panels.size() == 2);
  CHECK(panels.columns == 2);
  CHECK(panels.panels[1].title == "informational");
  REQUIRE(panels.panels[1].curves.size() == 2);
  const auto& curve = panels.panels[0].curves[0];
  REQUIRE(curve.size() == 4);
  CHECK(curve[0].at == 12);
  CHECK(curve[0].high > curve[0].low);

  const std::string csv = report_csv(panels);
  CHECK(csv.starts_with("panel,line,interactions,mean,lower,upper\n"));
  const std::string latex = report_latex(panels);
  CHECK(latex.find("group size=2 by 1") != std::string::npos);
  CHECK(latex.find("\\addlegendentry{fast}") != std::string::npos);
  const auto page = report_page(read_report_data({folder / "run"}));
  CHECK(page.sections[0].title == section.title);
  CHECK(report_html(page).find("class=\"panels\"") != std::string::npos);
}

TEST_CASE(
    "a key is an axis: numbers, or names; a key without place adds rows") {
  const TemporaryFolder folder;
  const ReportSection section =
      section_of_study(folder,
                       "[figure]\nx = learner.rate\n[table]\nrows = grid.pace\n"
                       "columns = clicks.model\nbaseline = grid.pace=slow\n");
  REQUIRE(section.blocks.size() == 2);
  const auto& panels = std::get<ReportPanels>(section.blocks[0]);
  CHECK(panels.ticks.empty());
  REQUIRE(panels.panels.size() == 2);
  CHECK(panels.panels[0].title == "perfect");
  REQUIRE(panels.panels[0].curves[0].size() == 2);
  CHECK(panels.panels[0].curves[0][1].at == 0.1);
  const auto& table = std::get<ReportTable>(section.blocks[1]);
  CHECK(table.columns ==
        std::vector<std::string>{"pace", "perfect", "informational"});
  REQUIRE(table.rows.size() == 2);
  CHECK(table.rows[0][0].text == "slow");
  CHECK(table.rows[0][1].strong);
  CHECK(table.note.find("over the 2 comparisons") != std::string::npos);
}

TEST_CASE("a figure without lines draws the baselines of its runs") {
  const TemporaryFolder folder;
  const std::string file = folder.write(
      "s.ini",
      "[synthetic]\nlike = custom\nqueries = 30\ndocuments = 6\nfeatures = 5\n"
      "[federation]\nclients = 4\nrounds = 3\n"
      "[attack]\nkind = click-poison\nclients = 1\n"
      "[figure]\nx = round\n");
  REQUIRE(fedltr_command({"run", file, "--out", folder / "run"}).code == 0);
  const auto section = picture_section(read_report_data({folder / "run"}));
  const auto& panels = std::get<ReportPanels>(section.blocks.at(0));
  CHECK(panels.lines == std::vector<std::string>{"run", "without attack"});
  REQUIRE(panels.panels.size() == 1);
  CHECK(panels.panels[0].curves[0].size() == 4);
  CHECK(panels.panels[0].curves[1].size() == 4);
}

TEST_CASE("a grid of attacks has one baseline, wherever it is read from") {
  const TemporaryFolder folder;
  const std::string file = folder.write(
      "s.ini",
      "[synthetic]\nlike = custom\nqueries = 30\ndocuments = 6\nfeatures = 5\n"
      "[federation]\nclients = 4\nrounds = 4\n[attack]\nclients = 1\n"
      "[grid]\nattack.kind = lie, ipm\n"
      "[figure]\nx = round\npanels = attack.kind\n");
  const auto run =
      fedltr_command({"run", file, "--out", (folder / "run").string()});
  REQUIRE_MESSAGE(run.code == 0, run.err);
  const auto section = picture_section(read_report_data({folder / "run"}));
  CHECK(std::get<ReportPanels>(section.blocks.at(0)).lines ==
        std::vector<std::string>{"run", "without attack"});
  const auto data = read_report_data({folder / "run/attack.kind=lie/"});
  CHECK_FALSE(data.files.at(0).honest.empty());
}

TEST_CASE(
    "a figure of unlearning shows its rounds, and where retraining ends") {
  const TemporaryFolder folder;
  const ReportPanels panels = unlearning_figure(folder, 6);
  CHECK(panels.title == "ndcg@10 by round of unlearning");
  CHECK(panels.lines == std::vector<std::string>{"run", "retrained"});
  const auto& curves = panels.panels.at(0).curves;
  REQUIRE(curves.at(0).size() == 3);  // 6 rounds, an update stored each second
  CHECK(curves[0].front().at == 1);
  CHECK(curves[0].back().at == 3);
  REQUIRE(curves.at(1).size() == 2);
  CHECK(curves[1].front().at == 1);
  CHECK(curves[1].back().at == 3);
  const auto data = read_report_data({folder / "run"});
  const double final = data.files[0].retrained.at("ndcg@10").back().mean;
  CHECK(curves[1].front().mean == final);
  CHECK(curves[1].back().mean == final);
}

TEST_CASE("a single round of unlearning has one point of retraining") {
  const ReportPanels panels = unlearning_figure(TemporaryFolder(), 2);
  for (const auto& curve : panels.panels.at(0).curves) CHECK(curve.size() == 1);
}

TEST_CASE("points of a grid draw the baselines that they share") {
  const TemporaryFolder folder;
  const std::string file = folder.write(
      "s.ini",
      "[synthetic]\nlike = custom\nqueries = 30\ndocuments = 6\nfeatures = 5\n"
      "[federation]\nclients = 4\nrounds = 4\n"
      "[attack]\nkind = scaled\nclients = 1\n"
      "[unlearning]\nmethod = federaser\ninterval = 2\n"
      "[timeline]\nat = 4 unlearn 0\n"
      "[grid]\nclicks.model = perfect, informational\n"
      "unlearning.steps = 1, 2\n"
      "[figure]\nx = round\npanels = clicks.model, unlearning.steps\n");
  const auto run =
      fedltr_command({"run", file, "--out", (folder / "run").string()});
  REQUIRE_MESSAGE(run.code == 0, run.err);
  const auto section = picture_section(read_report_data({folder / "run"}));
  const auto& panels = std::get<ReportPanels>(section.blocks.at(0));
  CHECK(panels.lines ==
        std::vector<std::string>{"run", "without attack", "retrained"});
  REQUIRE(panels.panels.size() == 4);
  for (const auto& panel : panels.panels) {
    CHECK(panel.curves[1].size() == 5);
    CHECK(panel.curves[2].size() == 5);
    CHECK(panel.curves[1].back().mean != panel.curves[2].back().mean);
  }
  // Panels of the same users have the same baselines.
  const auto honest = [&](std::size_t panel) {
    return panels.panels[panel].curves[1].back().mean;
  };
  CHECK(honest(0) == honest(1));
  CHECK(honest(0) != honest(2));
}

TEST_CASE("names of places are an axis") {
  const Axis axis = Axis::named({"a", "b", "c"});
  CHECK(axis.lines() == std::vector<double>{0, 1, 2});
  CHECK(axis.label(2) == "c");
  CHECK(axis.share(0) > 0);
  CHECK(axis.share(2) < 1);
}

TEST_CASE("a study without pictures has none") {
  const TemporaryFolder folder;
  CHECK(section_of_study(folder, "").blocks.empty());
}

TEST_CASE("metrics of pictures are columns of rounds.csv") {
  const Scenario scenario = default_scenario({});
  const auto columns = round_columns(scenario.evaluation.metrics);
  for (const std::string& metric : picture_metrics(scenario))
    CHECK_MESSAGE(
        std::ranges::any_of(
            columns, [&](const auto& column) { return column.name == metric; }),
        metric);
}

}  // namespace fedltr::picture_section_test
