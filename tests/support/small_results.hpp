#pragma once

#include <map>

#include "app/results/federation_files.hpp"
#include "app/results/silo_files.hpp"
#include "app/results/silo_summary.hpp"
#include "app/results/study_files.hpp"
#include "app/schema/reader.hpp"
#include "tests/support/small_federation.hpp"
#include "tests/support/small_silo.hpp"

namespace fedltr::test {

inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// A row of the learning curve whose counters are multiples of the round; they
/// are 0 in round 0, which has no searches.
inline RoundRecord small_record(std::uint32_t round, double metric) {
  RoundRecord record;
  record.round = record.time = round;
  record.interactions = 6 * round;
  record.metrics = {metric};
  record.online = round == 0 ? kNaN : 0.5;
  record.max_rr = round == 0 ? kNaN : 0.75;
  record.online_discounted = round;
  record.clients = round == 0 ? 0 : 2;
  record.dropped = round;
  record.refused = 2 * round;
  record.bytes_up = 100 * round;
  record.bytes_down = 200 * round;
  record.rejected_attackers = 3 * round;
  record.rejected_honest = 4 * round;
  return record;
}

/// A run of two clients and 4 rounds, from .25 to `metric`, the first client an
/// attacker; two queries.
inline Run small_run(double metric, std::uint32_t repeat = 1) {
  Run finished;
  finished.repeat = repeat;
  finished.plan = small_plan(2, 4, 70 + repeat);
  finished.load = [plan = finished.plan] {
    const auto& data = plan.simulation->data;
    return Fold{1, data, data, nullptr, nullptr};
  };
  finished.plan.privacy = no_privacy();
  finished.plan.attack.schedule = AttackSchedule(1, {});
  RunResult& result = finished.result;
  result.rounds = {small_record(0, 0.25), small_record(4, metric)};
  result.model = Vector{{0.1, 1.0 / 3, -1e-300, 0, 12345678.9, -2}};
  result.per_query = Matrix(2, 1);
  result.per_query << 1.0 / 3, kNaN;
  result.clients.resize(2);
  result.clients[1].client = 1;
  result.complete = true;
  result.max_rounds = 4;
  return finished;
}

/// Input of the writers of a federation's run folder, with one run.
struct SmallResults {
  Scenario scenario =
      default_scenario({"run.name=tiny", "federation.clients=2",
                        "federation.interactions=3", "evaluation.discount=1"});
  LoadedData data;
  std::vector<Run> runs = {small_run(0.5)};
  std::vector<Run> honest;
  std::vector<UnlearningReport> unlearned;
  std::size_t planned = 1;
  Timing timing = {.wall_seconds = 2, .interactions = 1000, .threads = 1};

  FederationResults results() const {
    return {scenario, data, runs, honest, unlearned, planned, timing};
  }
};

/// A repeat of two parties, with .25 and .75 by `local`, .5 and .5 by `global`.
inline SiloRepeat small_silo_repeat(std::uint32_t repeat = 1) {
  SiloRepeat run;
  run.repeat = repeat;
  run.seed = 70 + repeat;
  run.names = {"q1", "q2"};
  run.query_party = {0, 1};
  const auto method = [](double first, double second) {
    SiloMethodResult result;
    result.models = {Vector{{0.1, first}}, Vector{{1.0 / 3, second}}};
    result.all = Matrix(2, 1);
    result.all << first, second;
    result.own = Matrix(2, 1);
    result.own << 1, kNaN;
    result.queries = Matrix(2, 1);
    result.queries << (first + second) / 2, kNaN;
    result.own_queries = Matrix(2, 1);
    result.own_queries << first, second;
    return result;
  };
  run.methods = {{"local", method(0.25, 0.75)}, {"global", method(0.5, 0.5)}};
  run.shares = {{{0, 1, 2}, {0}, {}}, {{3}, {1}, {}}};
  run.labelled = {7, 8};
  run.cross = {9, 10};
  run.correlation = Vector::Constant(kTextFeatures, 0.5);
  run.correlation(0) = kNaN;
  run.retrieval = {0.5, 4, {1, 1000}, 2000, 3000, 40, 0.25};
  run.bounds = {{10, 1.5, 4, 0.125}, {5, 2, 8, 0}};
  run.privacy = {5, 2.5, {3, 4, kNoBound}};
  run.by_party = {{5, 2.5, {3, 4, kNoBound}}, {1, 0.5, {0.5, 1, 2}}};
  run.withheld = {0, 2};
  run.sent = {{1, 11}, {1, 12}};
  run.received = {{1, 21}, {1, 22}};
  run.safety_code = "1234";
  return run;
}

/// A silo study of `local` and `global` with one repeat.
inline SiloPoint small_silo_point() {
  SiloPoint point;
  point.described.settings = {{"silo.top", "5"}};
  point.described.scenario =
      default_scenario({"run.name=tiny", "silo.parties=2", "silo.method=global",
                        "evaluation.metrics=ndcg@10"});
  auto plan = small_silo(2);
  plan.methods = {"local", "global"};
  auto data = std::make_shared<LoadedCollection>();
  data->collection = plan.collection;
  point.data = data;
  point.metrics = {parse_metric("ndcg@10", {})};
  point.methods = plan.methods;
  point.plans = {std::make_shared<const SiloPlan>(std::move(plan))};
  point.runs = {small_silo_repeat()};
  return point;
}

/// The rows of grid.csv of points that have results.
inline std::vector<PointResults> rows_of(const std::vector<SiloPoint>& points) {
  std::vector<PointResults> rows;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (!points[i].runs.empty())
      for (PointResults& row :
           silo_rows(points[i], point_folder(points[i].described.settings, i)))
        rows.push_back(std::move(row));
  return rows;
}

/// Texts that a file's writer produces, by name; empty if not wanted.
template <class Results>
std::map<std::string, std::string> written(const OutputFile<Results>& file,
                                           const Results& results) {
  std::map<std::string, std::string> texts;
  if (!file.wanted || file.wanted(results))
    file.write(results, [&](const std::string& name, std::string_view text) {
      texts[name] = text;
    });
  return texts;
}

/// The text of the only file; empty if not wanted.
template <class Results>
std::string text_of(const OutputFile<Results>& file, const Results& results) {
  const auto texts = written(file, results);
  REQUIRE(texts.size() <= 1);
  return texts.empty() ? "" : texts.begin()->second;
}

}  // namespace fedltr::test
