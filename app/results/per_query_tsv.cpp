#include <cmath>

#include "app/results/federation_files.hpp"

namespace fedltr {
namespace {

std::string per_query_tsv(const FederationResults& results) {
  CsvTable<PerQueryRow> table(per_query_columns(), '\t');
  const std::vector<std::string> metrics = metric_names(results.runs);
  for (const auto& [run, result] : results.runs) {
    const Dataset& data = run.plan.evaluation->data();
    for (Index query = 0; query < result.per_query.rows(); ++query)
      for (std::size_t m = 0; m < metrics.size(); ++m) {
        const double value = result.per_query(query, m);
        if (std::isnan(value)) continue;  // as in the mean
        table.add({{run.fold, run.repeat},
                   std::string(data.query_name(query)),
                   metrics[m],
                   value});
      }
  }
  return table.take();
}

}  // namespace

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

FederationFile per_query_tsv_file() {
  return single_file<FederationResults>(per_query_description(), per_query_tsv);
}

}  // namespace fedltr
