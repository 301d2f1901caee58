#include <cmath>

#include "app/results/federation_files.hpp"
#include "app/results/silo_files.hpp"

namespace fedltr {
namespace {

/// Values of a run's queries.
struct PerQueryValues {
  int fold = 1;
  std::uint32_t repeat = 1;
  std::vector<std::string> queries;
  const Matrix& values;  ///< #queries by #metrics; NaN: counts for no mean
};

/// One value of per_query.tsv.
struct PerQueryRow {
  const PerQueryValues& run;
  const std::string& query;
  const std::string& metric;
  double value;
};

std::vector<Column<PerQueryRow>> per_query_columns() {
  std::vector<Column<PerQueryRow>> columns = {
      {"qid", "name of the query",
       [](const PerQueryRow& row) { return row.query; }},
      {"metric", "name of the metric",
       [](const PerQueryRow& row) { return row.metric; }},
      {"value", "the metric on this query alone",
       [](const PerQueryRow& row) { return row.value; }},
  };
  append(columns, run_columns<PerQueryRow>());
  return columns;
}

FileDescription per_query_description() {
  return {"per_query.tsv",
          "Final metrics by query, which `fedltr compare` tests, without "
          "queries that count for no mean.",
          "", fields_of(per_query_columns())};
}

std::string per_query_text(const std::vector<std::string>& metrics,
                           const std::vector<PerQueryValues>& runs) {
  CsvTable<PerQueryRow> table(per_query_columns(), '\t');
  for (const PerQueryValues& run : runs)
    for (std::size_t q = 0; q < run.queries.size(); ++q)
      for (std::size_t m = 0; m < metrics.size(); ++m)
        if (const double value = run.values(q, m); !std::isnan(value))
          table.add({run, run.queries[q], metrics[m], value});
  return table.take();
}

std::string of_federation(const FederationResults& results) {
  std::vector<PerQueryValues> runs;
  for (const Run& run : results.runs) {
    const Dataset& data = run.plan.evaluation->data();
    const Matrix& per_query = run.result.per_query;
    PerQueryValues& values =
        runs.emplace_back(PerQueryValues{run.fold, run.repeat, {}, per_query});
    for (Index query = 0; query < per_query.rows(); ++query)
      values.queries.emplace_back(data.query_name(query));
  }
  return per_query_text(metric_names(results.runs), runs);
}

std::string of_method(const SiloResults& results, const std::string& method) {
  const SiloPoint& point = results.point;
  std::vector<PerQueryValues> runs;
  for (const SiloRun& run : point.runs)
    runs.push_back({1, run.repeat, run.names, run.methods.at(method).queries});
  return per_query_text(metric_names(point.metrics), runs);
}

}  // namespace

FederationFile per_query_tsv_file() {
  return single_file<FederationResults>(per_query_description(), of_federation);
}

SiloFile silo_per_query_file() {
  return single_file<SiloResults>(
      per_query_description(), [](const SiloResults& results) {
        return of_method(results, headline(results.point.described.scenario));
      });
}

SiloFile method_per_query_file() {
  FileDescription about = per_query_description();
  about.holds = "The same for method NAME alone.";
  return file_by_method(std::move(about), of_method);
}

}  // namespace fedltr
