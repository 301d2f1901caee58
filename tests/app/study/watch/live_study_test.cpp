#include "app/study/watch/live_study.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "app/study/watch/live_page.hpp"

namespace fedltr::live_study_test {

namespace {

RoundRecord reached(std::uint32_t round, double metric) {
  RoundRecord record;
  record.round = round;
  record.interactions = 40 * round;
  record.metrics = {metric};
  return record;
}

PlannedRun planned(const std::string& point, std::uint32_t repeat = 1) {
  return {0, 1, repeat, 10, point, {"map"}};
}

PlannedStudy study_of(std::vector<PlannedRun> runs) {
  return {.name = "mine", .runs = std::move(runs)};
}

const ReportFigure& figure_of(const ReportPage& page) {
  return std::get<ReportFigure>(page.sections.at(1).blocks.at(0));
}

}  // namespace

TEST_CASE("every n-th of many rounds is kept") {
  LiveProgress run{.run = planned(""), .last = {}};
  for (std::uint32_t round = 0; round < 100'000; ++round)
    run.add(reached(round, round));
  CHECK(run.rounds.size() < LiveProgress::kMaxRounds);
  CHECK(run.rounds.size() >= LiveProgress::kMaxRounds / 2);
  CHECK(run.last.round == 99'999);
  for (std::size_t i = 0; i < run.rounds.size(); ++i) {
    CHECK(run.rounds[i].round == i * run.stride);
    CHECK(run.rounds[i].metrics[0] == run.rounds[i].round);
  }
}

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

TEST_CASE("a run that ended before has ended, each change is a version") {
  LiveStudy study;
  study.begin(study_of({planned("")}));
  const auto version = study.version();
  study.end_run(0, {.last = reached(10, 0.5), .earlier = true});
  study.set_nodes(3);
  CHECK(study.version() == version + 2);
  CHECK(study.state().runs[0].ended);
  CHECK(study.state().runs[0].last.round == 10);
  CHECK(study.state().nodes == 3);
}

}  // namespace fedltr::live_study_test
