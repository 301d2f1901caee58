#include "app/study/watch/live_page.hpp"

#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "tests/app/study/watch/live_support.hpp"

namespace fedltr::live_page_test {
using namespace fedltr::test;

TEST_CASE("a curve is the mean of a point's runs, a band their deviation") {
  LiveStudy study;
  study.begin(study_of({planned("", 1), planned("", 2)}));
  study.add_round(0, reached(0, 0.25));
  study.add_round(1, reached(0, 0.75));
  study.add_round(0, reached(5, 0.5));
  const ReportPage page = live_page("mine", study.state());
  const auto& curve = figure_of(page).curves.at(0);
  REQUIRE(curve.points.size() == 2);
  CHECK(curve.points[0].mean == 0.5);
  // The sample standard deviation of .25 and .75 is .25 sqrt 2.
  CHECK(curve.points[0].high == doctest::Approx(0.5 + 0.25 * std::sqrt(2)));
  CHECK(curve.points[1].mean == 0.5);
  CHECK(curve.points[1].other == 200);
  CHECK(curve.points[1].low == curve.points[1].high);
}

TEST_CASE("metrics that not all points have are shown below their names") {
  LiveStudy study;
  PlannedRun other = planned("b");
  other.metrics = {"mrr", "map"};
  study.begin(study_of({planned("a"), other}));
  study.add_round(0, reached(1, 0.25));
  RoundRecord both = reached(1, 0.5);
  both.metrics.push_back(0.75);
  study.add_round(1, both);
  const ReportPage page = live_page("mine", study.state());
  const auto& table = std::get<ReportTable>(page.sections.at(0).blocks.at(1));
  REQUIRE(table.rows.size() == 2);
  CHECK(table.columns.at(6) == "map");
  CHECK(table.columns.at(7) == "mrr");
  CHECK(table.rows[0].at(6).text == "0.2500");
  CHECK(table.rows[0].at(7).text == "-");
  CHECK(table.rows[1].at(6).text == "0.7500");
  CHECK(table.rows[1].at(7).text == "0.5000");
  CHECK(figure_of(page).curves.size() == 2);
}

TEST_CASE("where a run keeps fewer rounds, the curve has none without it") {
  LiveStudy study;
  study.begin(study_of({planned("", 1), planned("", 2), planned("", 3)}));
  for (std::uint32_t round = 0; round < 1000; ++round)
    study.add_round(0, reached(round, 0.2));
  for (std::uint32_t round = 0; round < 20; ++round)
    study.add_round(1, reached(round, 0.8));
  // Resumed at an odd round.
  for (std::uint32_t round = 7; round < 400; ++round)
    study.add_round(2, reached(round, 0.5));
  const ReportPage page = live_page("mine", study.state());
  for (const CurvePoint& point : figure_of(page).curves.at(0).points) {
    const double mean = point.at < 20 ? 0.5 : point.at < 400 ? 0.35 : 0.2;
    CHECK_MESSAGE(point.mean == doctest::Approx(mean), point.at);
  }
  CHECK(figure_of(page).curves[0].points.size() > 100);
}

TEST_CASE("a grid's running points come first, eight curves at most") {
  LiveStudy study;
  std::vector<PlannedRun> runs;
  for (int i = 0; i < 120; ++i)
    runs.push_back(planned("p=" + std::to_string(i)));
  study.begin(study_of(runs));
  for (std::uint32_t i = 0; i < 10; ++i) {
    study.add_round(i, reached(1, 0.5));
    if (i < 5) study.end_run(i, {.last = reached(1, 0.5)});
  }
  const ReportPage page = live_page("mine", study.state());
  const auto& figure = figure_of(page);
  REQUIRE(figure.curves.size() == kMaxCurves);
  CHECK(figure.curves[0].name == "p=5");
  CHECK(figure.curves[5].name == "p=0");
  CHECK_FALSE(figure.note.empty());
  const auto& table = std::get<ReportTable>(page.sections.at(0).blocks.at(1));
  CHECK(table.rows.size() == 100);
  CHECK(table.columns[0] == "point");
  CHECK(table.rows[0][0].text == "p=5");
  CHECK(table.rows[5][0].text == "p=0");
  CHECK(table.rows[5][3].text == "ended");
  CHECK(table.rows[10][3].text == "waiting");
}

namespace {

/// Returns the table of runs.
ReportTable table_of(const ReportPage& page) {
  for (const ReportBlock& block : page.sections.at(0).blocks)
    if (const auto* table = std::get_if<ReportTable>(&block)) return *table;
  FAIL("no table");
  return {};
}

std::string spoken_in(const ReportPage& page) {
  std::string text;
  for (const ReportBlock& block : page.sections.at(0).blocks)
    if (const auto* words = std::get_if<Paragraph>(&block))
      text += words->text + "\n";
  return text;
}

LiveProgress progress_of(std::uint32_t round, bool begun, bool ended) {
  LiveProgress run{.run = planned(""), .last = reached(round, 0.5)};
  run.begun = begun;
  run.ended = ended;
  return run;
}

}  // namespace

TEST_CASE("before its runs are known, a study reads data") {
  const ReportPage page = live_page("mine", {});
  CHECK(page.title == "mine");
  REQUIRE(page.sections.size() == 1);
  CHECK(page.sections[0].title == "Under way");
  CHECK(spoken_in(page) == "Reading data.\n");
  LiveStudy::State failed;
  failed.end = "It failed.";
  CHECK(live_page("mine", failed).sections[0].title == "Ended");
  CHECK(spoken_in(live_page("mine", failed)) == "It failed.\n");
}

TEST_CASE("the words count runs and rounds, and estimate what is left") {
  LiveStudy::State study;
  study.runs = {progress_of(10, true, true), progress_of(5, true, false),
                progress_of(0, false, false)};
  study.seconds = 30;
  const std::string words = spoken_in(live_page("mine", study));
  // Half of the rounds took 30 seconds.
  CHECK_MESSAGE(words.starts_with("1 of 3 runs have ended, 1 are running, 1 "
                                  "waiting; 15 of 30 rounds (50 %). "),
                words);
  CHECK(words.find(", about ") != words.npos);
  CHECK(words.find("nodes") == words.npos);
  study.nodes = 2;
  study.end = "Interrupted.";
  const std::string over = spoken_in(live_page("mine", study));
  CHECK(
      over.starts_with("Interrupted.\n1 of 3 runs have ended, 1 were cut "
                       "short, 1 not begun; 15 of 30 rounds (50 %). "));
  CHECK(over.find(", about ") == over.npos);
  CHECK(over.ends_with(" 2 nodes have joined.\n"));
}

TEST_CASE("a study of no rounds, or of none yet, has no estimate") {
  LiveStudy::State study;
  study.runs = {progress_of(0, true, false)};
  study.seconds = 30;
  CHECK(spoken_in(live_page("mine", study)).find(", about ") ==
        std::string::npos);
  study.runs[0].run.rounds = 0;
  CHECK(spoken_in(live_page("mine", study)).find("0 of 0 rounds (0 %)") !=
        std::string::npos);
}

TEST_CASE("a run that ended early counts as whole, none counts beyond") {
  LiveStudy::State study;
  study.runs = {progress_of(3, true, true), progress_of(99, true, false)};
  CHECK(spoken_in(live_page("mine", study)).find("20 of 20 rounds (100 %)") !=
        std::string::npos);
}

TEST_CASE("a run's row has its state, and - for what it lacks") {
  LiveStudy::State study;
  study.runs = {progress_of(0, false, false), progress_of(5, true, false)};
  study.runs[0].last.metrics.clear();
  const ReportTable table = table_of(live_page("mine", study));
  CHECK(table.columns == std::vector<std::string>{"fold", "repeat", "state",
                                                  "round", "of", "map",
                                                  "epsilon"});
  REQUIRE(table.rows.size() == 2);
  CHECK(table.rows[0][2].text == "running");
  CHECK(table.rows[0][3].text == "5");
  CHECK(table.rows[0][5].text == "0.5000");
  CHECK(table.rows[1][2].text == "waiting");
  CHECK(table.rows[1][5].text == "-");
  CHECK(table.rows[1][6].text == "-");
  CHECK(table.note == "");
}

TEST_CASE("values that are no numbers are left out of curves") {
  LiveStudy study;
  study.begin(study_of({planned(""), planned("", 2)}));
  study.add_round(0, reached(0, std::nan("")));
  study.add_round(0, reached(1, 0.5));
  study.add_round(1, reached(0, 0.25));
  study.add_round(1, reached(1, std::numeric_limits<double>::infinity()));
  const ReportPage page = live_page("mine", study.state());
  const auto& points = figure_of(page).curves.at(0).points;
  REQUIRE(points.size() == 2);
  CHECK(points[0].mean == 0.25);
  CHECK(points[1].mean == 0.5);
}

}  // namespace fedltr::live_page_test
