#include <algorithm>

#include "app/results/silo_summary.hpp"
#include "app/results/study_files.hpp"

namespace fedltr {
namespace {

/// A method of a point, with the values common to all its methods.
struct SiloGridRow {
  const SiloPoint& point;
  std::string folder;
  std::string method;
  RetrievalSummary retrieval;

  const PointSettings& settings() const { return point.described.settings; }
};

std::vector<Column<SiloGridRow>> metric_columns(
    const std::vector<std::string>& metrics) {
  std::vector<Column<SiloGridRow>> columns;
  for (std::size_t m = 0; m < metrics.size(); ++m) {
    columns.push_back({metrics[m], "mean over parties, mean over repeats",
                       [m](const SiloGridRow& row) {
                         return spread_over(row.point.runs, row.method, m).mean;
                       }});
    columns.push_back(
        {metrics[m] + "_std",
         "sample standard deviation over repeats; nan for a single repeat",
         [m](const SiloGridRow& row) {
           return spread_over(row.point.runs, row.method, m).std;
         }});
  }
  return columns;
}

std::vector<Column<SiloGridRow>> search_columns() {
  return {
      {"n", "number of repeats",
       [](const SiloGridRow& row) { return row.point.runs.size(); }},
      {"cover_rate", "`retrieval.cover_rate` of `summary.json`",
       [](const SiloGridRow& row) { return row.retrieval.cover; }},
      {"bytes_moved_per_term", "`retrieval.bytes_moved_per_term`",
       [](const SiloGridRow& row) { return row.retrieval.bytes_per_term(); }},
      {"bytes_stored", "`retrieval.bytes_stored`",
       [](const SiloGridRow& row) { return row.retrieval.index_bytes; }},
      {"body_bm25_correlation", "`correlation` of the body's BM25",
       [](const SiloGridRow& row) {
         return mean_correlation(row.point.runs)(kFieldFeatures + 4);
       }},
      {"claimed", "`privacy.claimed_all`",
       [](const SiloGridRow& row) {
         return worst_privacy(row.point.runs).claimed;
       }},
      {"accounted", "always inf: no epsilon bounds everything",
       [](const SiloGridRow&) { return kNoBound; }},
      {"accounted_counts", "`privacy.accounted_counts`",
       [](const SiloGridRow& row) {
         return worst_privacy(row.point.runs).accounted.best();
       }},
      {"withheld", "`privacy.withheld`",
       [](const SiloGridRow& row) { return withheld_of(row.point.runs); }},
      {"signature", "`signature` of the method", [](const SiloGridRow& row) {
         return silo_signature(row.point.runs, row.method);
       }}};
}

std::vector<Column<SiloGridRow>> silo_grid_columns(
    const std::vector<std::string>& keys,
    const std::vector<std::string>& metrics, bool cut_short) {
  std::vector<Column<SiloGridRow>> columns = {
      {"folder", "run folder of the point",
       [](const SiloGridRow& row) { return Quoted{row.folder}; }}};
  if (cut_short)
    columns.push_back(
        {"cut_short",
         "number of completed repeats of an interrupted point; only until all "
         "points are complete",
         [](const SiloGridRow& row) { return cut_short_text(row.point); }});
  append(columns, setting_columns<SiloGridRow>(keys));
  columns.push_back({"method", "name of the method",
                     [](const SiloGridRow& row) { return row.method; }});
  append(columns, metric_columns(metrics));
  append(columns, search_columns());
  return columns;
}

}  // namespace

std::string silo_grid_csv(const std::vector<SiloPoint>& points) {
  std::vector<std::string> metrics;
  for (const NamedMetric& metric : points.at(0).metrics)
    metrics.push_back(metric.name);
  const bool cut_short = std::ranges::any_of(points, [](const auto& point) {
    return !point.runs.empty() && !cut_short_text(point).empty();
  });
  CsvTable<SiloGridRow> table(silo_grid_columns(
      keys_of(points[0].described.settings), metrics, cut_short));
  for (std::size_t i = 0; i < points.size(); ++i) {
    const SiloPoint& point = points[i];
    if (point.runs.empty()) continue;
    const RetrievalSummary retrieval = summarize_retrieval(point.runs);
    for (const std::string& method : point.methods)
      table.add({point, point_folder(point.described.settings, i), method,
                 retrieval});
  }
  return table.take();
}

SiloGridFile silo_grid_csv_file() {
  return single_file<SiloPoints>(
      {"grid.csv", "A row per point and method.", "",
       fields_of(silo_grid_columns({"KEY"}, {"METRIC"}, true))},
      silo_grid_csv);
}

}  // namespace fedltr
