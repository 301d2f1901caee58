#include "app/results/unlearning_report.hpp"

#include <cmath>

#include "tests/support/scenario.hpp"
#include "tests/support/small_results.hpp"

namespace fedltr::unlearning_report_test {
using namespace fedltr::test;

namespace {

/// Runs that reach .25 in round 4, then unlearn client 1 up to round 6 with
/// `metric`; retrained and honest runs.
struct Unlearned {
  SmallResults small;
  std::vector<Run> retrained;

  Unlearned() {
    small.scenario = default_scenario(
        {"federation.clients=4", "federation.rounds=6", "attack.kind=ipm",
         "attack.clients=1", "unlearning.method=federaser",
         "unlearning.clients=1", "unlearning.after=4"});
    small.runs.clear();
  }
  void add(double after, double anew) {
    const auto repeat = static_cast<std::uint32_t>(small.runs.size() + 1);
    Run finished = small_run(0.25, repeat);
    finished.result.rounds.push_back(small_record(6, after));
    UnlearningRecord record;
    record.after = record.first = 4;
    record.last = 6;
    record.rounds = 2;
    record.interactions = 12;
    record.bytes_up = 300;
    record.bytes_down = 100;
    record.seconds = 0.5;
    record.took_part = record.left = record.complete = true;
    record.clients = {1};
    record.before = Vector{{4, 0, 0, 0, 0, 0}};
    record.model = Vector{{1, 0, 0, 0, 0, 0}};
    finished.result.unlearned = {record};
    small.runs.push_back(std::move(finished));
    Run again = small_run(anew, repeat);
    again.result.model = Vector::Zero(6);
    again.result.training_seconds = 2;
    retrained.push_back(std::move(again));
    small.honest.push_back(small_run(0.875, repeat));
  }
  std::vector<UnlearningReport> reports() const {
    return report_unlearning(small.scenario, small.runs, {&retrained},
                             small.honest);
  }
  nlohmann::json request() {
    small.unlearned = reports();
    return nlohmann::json::parse(
        text_of(unlearning_json_file(), small.results()))["requests"][0];
  }
};

}  // namespace

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

TEST_CASE("unlearning.json of one run has no deviation and no error") {
  Unlearned study;
  study.add(0.5, 0.75);
  const auto request = study.request();
  CHECK(request["rounds"] == nlohmann::json({{"before", 4}, {"last", 6}}));
  const auto& metric = request["ndcg@10"];
  CHECK(metric["before"] == nlohmann::json({{"configuration", "3H-1M"},
                                            {"mean", 0.25},
                                            {"std", nullptr},
                                            {"n", 1}}));
  CHECK(metric["gap"] == 0.5);
  CHECK(metric["gap_error"].is_null());
  CHECK(metric["gap_closed"] == 0.5);
  CHECK(request["distance_to_retrained"]["ratio"] == 0.25);
  CHECK(request["clicked_auc"]["before"].is_null());  // no client clicked
  CHECK(request["cost"]["unlearning"]["seconds"] == 0.5);
  CHECK(
      request["cost"]["saved"] ==
      nlohmann::json(
          {{"steps", 2.0}, {"rounds", 2.0}, {"bytes", 3.0}, {"seconds", 4.0}}));
}

TEST_CASE("unlearning.json without retraining has null in its place") {
  Unlearned study;
  study.add(0.5, 0.75);
  study.retrained.clear();
  study.small.honest.clear();
  const auto request = study.request();
  CHECK(request["ndcg@10"]["retrained"].is_null());
  CHECK(request["ndcg@10"]["honest"].is_null());
  CHECK(request["ndcg@10"]["gap"].is_null());
  CHECK(request["cost"]["retraining"].is_null());
}

TEST_CASE("without requests there is no unlearning.json") {
  CHECK(written(unlearning_json_file(), SmallResults().results()).empty());
}

TEST_CASE("without retraining nothing is saved, as far as is known") {
  Unlearned study;
  study.add(0.5, 0.75);
  study.retrained.clear();
  const auto request = study.request();
  CHECK(request["cost"]["saved"] == nlohmann::json({{"steps", nullptr},
                                                    {"rounds", nullptr},
                                                    {"bytes", nullptr},
                                                    {"seconds", nullptr}}));
  CHECK(request["cost"]["unlearning"]["steps"] == 12.0);
}

TEST_CASE("unlearning that costs nothing has saved no factor") {
  Unlearned study;
  study.add(0.5, 0.75);
  UnlearningRecord& record = study.small.runs[0].result.unlearned[0];
  record.interactions = 0;
  const auto saved = study.request()["cost"]["saved"];
  CHECK(saved["steps"].is_null());
  CHECK(saved["rounds"] == 2.0);
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
