#include "app/report/published_values.hpp"

#include <doctest/doctest.h>

#include "app/report/sections.hpp"
#include "app/report/writers.hpp"
#include "tests/support/cli.hpp"

namespace fedltr::published_values_test {
using test::fedltr_command;
using test::TemporaryFolder;

namespace {

/// Runs a small study with these pictures.
void run_study(const TemporaryFolder& folder, const std::string& pictures) {
  const std::string file = folder.write(
      "s.ini",
      "[synthetic]\nlike = custom\nqueries = 30\ndocuments = 6\nfeatures = 5\n"
      "[federation]\nclients = 3\nrounds = 4\n[run]\nrepeats = 2\n"
      "[grid]\nclicks.model = perfect, informational\n"
      "pace = slow: learner.rate=0.01, fast: learner.rate=0.1\n" +
          pictures);
  REQUIRE(fedltr_command({"run", file, "--out", folder / "run"}).code == 0);
}

const std::string kTable =
    "[table]\nrows = grid.pace\ncolumns = clicks.model\n"
    "source = a paper\n"
    "published = grid.pace=slow clicks.model=perfect: 0.1\n"
    "published = grid.pace=fast clicks.model=perfect: .90\n";

const std::string kFigure =
    "[figure]\nx = round\nlines = grid.pace\npanels = clicks.model\n"
    "source = a paper\n"
    "published = round=4 grid.pace=slow,fast clicks.model=informational: 2, 3\n"
    "published = round=9 grid.pace=fast: 2.5\n";

ComparedPlace::Entry entry(const char* name, double published, double ours,
                           double deviation = 0) {
  return {name, published, {ours, deviation, 2}};
}

}  // namespace

TEST_CASE("orders count pairs, and name those that differ") {
  using Words = std::vector<std::string>;
  CHECK(orders_in_words({}).empty());
  CHECK(orders_in_words({{"perfect", {entry("a", 1, 2)}}}).empty());
  CHECK(orders_in_words(
            {{"perfect",
              {entry("a", 3, 30), entry("b", 2, 10, 1), entry("c", 1, 20, 1)}},
             {"", {entry("a", 2, 5), entry("b", 1, 4)}}}) ==
        Words{"orders agree in 3 of 4 pairs",
              "perfect: published a > b > c, here a > c > b (2 of 3).",
              "a > b in both."});
  CHECK(orders_in_words({{"p", {entry("a", 2, 1, 0.5), entry("b", 1, 1.4)}}}) ==
        Words{"orders agree in 0 of 1 pair; 1 of the others differs by less "
              "than a standard deviation of our runs",
              "p: published a > b, here b > a (0 of 1)."});
  // Values that the source prints as equal have no order.
  CHECK(orders_in_words({{"p", {entry("a", 1, 2), entry("b", 1, 1)}}}).empty());
  const ComparedPlace place{"", {entry("a", 2, 5), entry("b", 1, 4)}};
  const auto many =
      orders_in_words({place, place, place, place, place, place, place, place});
  CHECK(many.size() == 8);
  CHECK(many[7] == "and 2 places more");
}

TEST_CASE("a table has the published values beside ours, in all formats") {
  const TemporaryFolder folder;
  run_study(folder, kTable);
  const ReportData data = read_report_data({folder / "run"});
  const ReportSection section = picture_section(data);
  REQUIRE(section.blocks.size() == 4);
  const auto& table = std::get<ReportTable>(section.blocks[0]);
  CHECK(table.columns == std::vector<std::string>{"pace", "perfect",
                                                  "perfect, published",
                                                  "informational"});
  CHECK(table.rows[0][2].text == "0.1");
  CHECK(table.rows[1][2].text == "0.90");
  CHECK(table.note.find("After a paper.") != std::string::npos);
  const auto& orders = std::get<Paragraph>(section.blocks[1]);
  CHECK(orders.label == "published");
  CHECK(orders.text.find(" of 1 pair") != std::string::npos);
  CHECK(report_csv(table).find("perfect, published") != std::string::npos);
  CHECK(report_latex(table).find("perfect, published") != std::string::npos);
  const auto printed =
      fedltr_command({"report", folder / "run", "--to", "text"});
  CHECK(printed.out.find("perfect, published") != std::string::npos);
  CHECK(printed.out.find("\npublished orders agree in ") != std::string::npos);
}

TEST_CASE("a figure has hollow marks where the source has a value") {
  const TemporaryFolder folder;
  run_study(folder, kFigure);
  const ReportSection section =
      picture_section(read_report_data({folder / "run"}));
  REQUIRE(section.blocks.size() == 4);
  // Both lines have a value at our last round.
  CHECK(std::get<Paragraph>(section.blocks[3])
            .text.starts_with("significant (p < .05): "));
  const auto& panels = std::get<ReportPanels>(section.blocks[0]);
  REQUIRE(panels.panels.size() == 2);
  CHECK(panels.has_published());
  REQUIRE(panels.panels[0].published[1].size() == 1);
  CHECK(panels.panels[0].published[1][0].at == 9);
  REQUIRE(panels.panels[1].published[1].size() == 2);
  CHECK(panels.panels[1].published[1][0].value == 3);
  // Nothing of ours is at round 9.
  CHECK(std::get<Paragraph>(section.blocks[1]).text.find(" of 1 pair") !=
        std::string::npos);
  CHECK(std::get<Paragraph>(section.blocks[2])
            .text.starts_with("informational, round 4: "));
  const std::string csv = report_csv(panels);
  CHECK(csv.starts_with("panel,line,round,mean,lower,upper,published\n"));
  CHECK(csv.find("\nperfect,fast,9,nan,nan,nan,2.5\n") != std::string::npos);
  CHECK(csv.find(",3\n") != std::string::npos);
  CHECK(panels.note.ends_with(
      "Hollow circles: published values. Triangles where the curves end: "
      "published values of round 9."));
  const std::string latex = report_latex(panels);
  CHECK(latex.find("mark=o, forget plot] coordinates { (4,2)};") !=
        std::string::npos);
  CHECK(latex.find("mark options={rotate=-90}, forget plot] coordinates { "
                   "(4,2.5)};") != std::string::npos);
  CHECK(latex.find("\\addlegendentry{published}") != std::string::npos);
  CHECK(latex.find("\\addlegendentry{published, later}") != std::string::npos);
  const auto printed =
      fedltr_command({"report", folder / "run", "--to", "text"});
  CHECK(printed.out.find("informational, round 4: ") != std::string::npos);
}

TEST_CASE("a figure over a key compares its lines at each value") {
  const TemporaryFolder folder;
  run_study(folder,
            "[figure]\nx = learner.rate\nlines = clicks.model\n"
            "published = learner.rate=0.1 clicks.model=perfect: .8\n"
            "published = learner.rate=0.1 clicks.model=informational: .7\n");
  const auto section = picture_section(read_report_data({folder / "run"}));
  const auto& panels = std::get<ReportPanels>(section.blocks[0]);
  REQUIRE(panels.panels[0].published[0].size() == 1);
  CHECK(panels.panels[0].published[0][0].at == 0.1);
  CHECK(
      std::get<Paragraph>(section.blocks[2]).text.find("learner.rate 0.1: ") !=
      std::string::npos);
}

}  // namespace fedltr::published_values_test
