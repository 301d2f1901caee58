#include "app/results/fault_report.hpp"

#include "app/results/secure_report.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/small_results.hpp"

namespace fedltr::fault_report_test {
using namespace fedltr::test;

namespace {

/// Two runs with these counters.
SmallResults faulty(bool use_late) {
  SmallResults small;
  FaultOptions options;
  options.late = 0.5;
  options.use_late = use_late;
  for (const std::uint32_t repeat : {1, 2}) {
    Run finished = small_run(0.5, repeat);
    finished.plan.faults = FaultSchedule(options, 1);
    finished.result.rounds[1].faults = {600, 2, 10, 3, 4, 5, 6};
    if (repeat == 1) small.runs.clear();
    small.runs.push_back(std::move(finished));
  }
  return small;
}

/// A run whose largest sum was over 20 clients, and one over 10.
std::vector<Run> secured() {
  std::vector<Run> runs = {small_run(0.5), small_run(0.5, 2)};
  for (Run& finished : runs) finished.plan.secure = SecurePlan();
  runs[0].result.rounds[1].secure = {1000, 1, 9000, 3000, 20, 20};
  runs[1].result.rounds[1].secure = {500, 0, 6000, 3000, 10, 10};
  return runs;
}

}  // namespace

TEST_CASE("summary.json has every count of faults by name") {
  CHECK(faults_json(faulty(true).runs) == Json({{"dropped", 8},
                                                {"dropouts", 1200},
                                                {"crashes", 4},
                                                {"late", 20},
                                                {"stale", 6},
                                                {"lost", 8},
                                                {"corrupt", 10},
                                                {"unused_rounds", 12}}));
}

TEST_CASE("faults.csv has the counts of each evaluated round so far") {
  SmallResults small = faulty(true);
  small.runs.pop_back();
  CHECK(text_of(faults_csv_file(), small.results()) ==
        "fold,repeat,round,dropped,refused,dropouts,crashes,late,stale,lost,"
        "corrupt,unused_rounds\n1,1,0,0,0,0,0,0,0,0,0,0\n"
        "1,1,4,4,8,600,2,10,3,4,5,6\n");
}

TEST_CASE("without faults there is no report, unless a round was not used") {
  SmallResults small;
  CHECK_FALSE(has_faults(small.runs));
  CHECK(faults_json(small.runs).is_null());
  CHECK(written(faults_csv_file(), small.results()).empty());
  small.runs[0].result.rounds[1].faults.unused = 1;
  CHECK(has_faults(small.runs));
  CHECK(faults_json(small.runs)["unused_rounds"] == 1);
}

TEST_CASE("secure aggregation's account is of the largest round of all runs") {
  const auto runs = secured();
  const Neighbourhood around = choose_neighbourhood(20, Tolerance());
  const Json json = secure_json(runs);
  CHECK(json["neighbours"] == around.degree);
  CHECK(json["threshold"] == around.threshold);
  CHECK(json["recovered"] == 1500);
  CHECK(json["rounds_lost"] == 1);
  CHECK(json["bytes_up_per_client_round"] == 500);
  CHECK(json["bytes_down_per_client_round"] == 200);
}

TEST_CASE("secure aggregation without any sum costs nothing") {
  auto runs = secured();
  for (Run& finished : runs) finished.result.rounds[1].secure = {};
  const Json json = secure_json(runs);
  CHECK(json["neighbours"] == 0);
  CHECK(json["bytes_up_per_client_round"] == 0);
  CHECK(secure_json({small_run(0.5)}).is_null());
}

TEST_CASE("rounds too small for secure aggregation have no neighbourhood") {
  auto runs = secured();
  for (Run& finished : runs) finished.result.rounds[1].secure.largest = 2;
  const Json json = secure_json(runs);
  CHECK(json["neighbours"] == 0);
  CHECK(json["threshold"] == 0);
  CHECK(json["recovered"] == 1500);
}

TEST_CASE("documented columns of faults and masks are the written ones") {
  const auto names = [](const Json& json, const std::string& prefix) {
    std::vector<std::string> all;
    for (const auto& [name, value] : json.items()) all.push_back(prefix + name);
    return all;
  };
  const auto described = [](const std::vector<OutputField>& fields) {
    std::vector<std::string> all;
    for (const OutputField& field : fields) all.push_back(field.name);
    return all;
  };
  CHECK(names(faults_json(faulty(true).runs), "faults.") ==
        described(faults_fields()));
  CHECK(names(secure_json(secured()), "secure_aggregation.") ==
        described(secure_fields()));
}

}  // namespace fedltr::fault_report_test
