#include "app/results/unlearning_report.hpp"

#include <cmath>

#include "tests/support/unlearned_runs.hpp"

namespace fedltr::unlearning_report_test {
using namespace fedltr::test;

TEST_CASE("a request's evidence is the means over the runs") {
  Unlearned study;
  study.add(0.5, 0.75);
  study.add(0.5, 0.25);
  const auto reports = study.reports();
  REQUIRE(reports.size() == 1);
  const UnlearningReport& report = reports[0];
  CHECK(report.method == "federaser");
  CHECK(report.clients == std::vector<std::uint32_t>{1});
  CHECK(report.first == 4);
  CHECK(report.last == 6);
  CHECK(report.before.mean == 0.25);
  CHECK(report.unlearned.mean == 0.5);
  CHECK(report.retrained.mean == 0.5);
  CHECK(report.honest.mean == 0.875);
  CHECK(report.gap == 0.25);
  CHECK(report.gap_error == doctest::Approx(0.25));
  CHECK(report.distance.ratio() == doctest::Approx(0.25));
  CHECK(report.cost.steps == 12);
  CHECK(report.cost.bytes == 400);
  CHECK(report.retraining.rounds == 4);
  CHECK(report.retraining.bytes == 1200);
  CHECK(report.before_name == "3H-1M");
  CHECK(report.after_name == "U(3H-1M)");
  CHECK(report.retrained_name == "2H-1M");
  CHECK(report.honest_name == "4H-0M");
}

TEST_CASE("a retrained run that was stopped is no evidence") {
  Unlearned study;
  study.add(0.5, 0.75);
  study.add(0.5, 0.75);
  study.retrained[1].result.complete = false;
  const UnlearningReport report = study.reports()[0];
  CHECK(report.retrained.n == 0);
  CHECK(std::isnan(report.gap));
  CHECK(std::isnan(report.gap_closed()));
  CHECK(std::isnan(report.distance.ratio()));
}

TEST_CASE("a run cut short before the request leaves no numbers") {
  Unlearned study;
  study.add(0.5, 0.75);
  study.small.runs[0].result.unlearned.clear();
  CHECK_FALSE(study.reports()[0].reached);
  CHECK(study.request() ==
        nlohmann::json({{"after", 4}, {"clients", {1}}, {"complete", false}}));
}

TEST_CASE(
    "each request has its own row, unlearned clients and names, in their "
    "order") {
  Unlearned study;
  study.small.scenario =
      default_scenario({"federation.clients=6", "federation.rounds=6",
                        "attack.kind=ipm", "attack.clients=1",
                        "unlearning.method=federaser", "unlearning.clients=1",
                        "unlearning.after=2", "timeline.at=4 unlearn 0,3"});
  study.add(0.5, 0.75);
  auto& unlearned = study.small.runs[0].result.unlearned;
  unlearned.push_back(unlearned[0]);
  unlearned[1].clients = {0, 3};
  const auto reports = study.reports();
  REQUIRE(reports.size() == 2);
  CHECK(reports[0].after == 2);
  CHECK(reports[1].after == 4);
  CHECK(reports[1].clients == std::vector<std::uint32_t>{0, 3});
  CHECK(reports[0].before_name == "5H-1M");
  CHECK(reports[0].retrained_name == "4H-1M");
  // The attacker is client 0: the remaining clients are honest.
  CHECK(reports[1].before_name == "4H-1M");
  CHECK(reports[1].retrained_name == "3H-0M");
  // There is one retrained study, none for the second request.
  CHECK(reports[0].retrained.n == 1);
  CHECK(reports[1].retrained.n == 0);
}

TEST_CASE("runs are compared with those of their own fold and repeat") {
  Unlearned study;
  study.add(0.5, 0.75);
  study.add(0.5, 0.25);
  std::swap(study.retrained[0], study.retrained[1]);
  std::swap(study.small.honest[0], study.small.honest[1]);
  const UnlearningReport same = study.reports()[0];
  CHECK(same.gap == 0.25);
  study.retrained[0].fold = 2;  // no longer that of the run
  const UnlearningReport report = study.reports()[0];
  CHECK(report.retrained.n == 0);
  CHECK(std::isnan(report.gap));
}

TEST_CASE("a gap too small to divide by is none") {
  UnlearningReport report;
  report.before = {0.2, 0, 2};
  report.unlearned = {0.35, 0, 2};
  report.gap = 0.2;
  CHECK(report.gap_closed() == doctest::Approx(0.75));
  report.gap_error = 0.3;  // its standard error
  CHECK(!report.has_gap());
  CHECK(std::isnan(report.gap_closed()));
  report.gap_error = 0;
  report.gap = 0.0019;
  CHECK(!report.has_gap());
  report.gap = -0.1;
  CHECK(report.has_gap());
}

}  // namespace fedltr::unlearning_report_test
