#include <cmath>

#include "app/results/federation_files.hpp"
#include "app/results/silo_files.hpp"
#include "app/results/silo_summary.hpp"
#include "app/results/summary.hpp"

namespace fedltr {
namespace {

/// One value of per_query.tsv.
struct PerQueryRow {
  const FinalMetrics& run;
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

std::string per_query_text(const MethodResults& results) {
  CsvTable<PerQueryRow> table(per_query_columns(), '\t');
  for (const FinalMetrics& run : results.runs)
    for (std::size_t q = 0; q < run.queries.size(); ++q)
      for (Index m = 0; m < run.per_query->cols(); ++m)
        if (const double value = (*run.per_query)(q, m); !std::isnan(value))
          table.add({run, run.queries[q], results.metrics[m], value});
  return table.take();
}

std::string of_method(const SiloResults& results, const std::string& method) {
  return per_query_text(results_of(results.point, method));
}

}  // namespace

FederationFile per_query_tsv_file() {
  return single_file<FederationResults>(
      per_query_description(), [](const FederationResults& results) {
        return per_query_text(results_of(results.runs));
      });
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
