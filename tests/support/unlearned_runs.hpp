#pragma once

#include <vector>

#include "app/results/unlearning_report.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/small_results.hpp"

namespace fedltr::test {

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

}  // namespace fedltr::test
