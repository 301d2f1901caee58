#include <algorithm>

#include "app/results/federation_files.hpp"
#include "app/results/silo_summary.hpp"
#include "app/results/study_files.hpp"

namespace fedltr {
namespace {

/// A method of a point, with the values common to all its methods.
struct SiloGridRow {
  const SiloPoint& point;
  std::size_t number;  ///< of the point, from 0
  std::string method;
  RetrievalSummary retrieval;
  BoundChecks bounds;

  std::string folder() const { return point_folder(settings(), number); }
  std::string cut_short() const { return cut_short_text(point); }
  const PointSettings& settings() const { return point.described.settings; }
  Spread spread(std::size_t m) const {
    return spread_over(point.runs, method, static_cast<Index>(m));
  }
};

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
      {"cover_bound", "`bounds.cover.bound`",
       [](const SiloGridRow& row) { return row.retrieval.cover_bound; }},
      {"count_error", "`bounds.term.error`",
       [](const SiloGridRow& row) { return row.bounds.term.error; }},
      {"count_error_bound", "`bounds.term.error_bound`",
       [](const SiloGridRow& row) { return row.bounds.term.bound; }},
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
  auto columns = point_columns<SiloGridRow>(keys, cut_short);
  columns.push_back({"method", "name of the method",
                     [](const SiloGridRow& row) { return row.method; }});
  append(columns,
         spread_columns<SiloGridRow>(
             metrics, "mean over parties, mean over repeats", "repeat"));
  append(columns, search_columns());
  return columns;
}

}  // namespace

std::string silo_grid_csv(const std::vector<SiloPoint>& points) {
  const bool cut_short = std::ranges::any_of(points, [](const auto& point) {
    return !point.runs.empty() && !cut_short_text(point).empty();
  });
  CsvTable<SiloGridRow> table(
      silo_grid_columns(keys_of(points.at(0).described.settings),
                        metric_names(points[0].metrics), cut_short));
  for (std::size_t i = 0; i < points.size(); ++i) {
    const SiloPoint& point = points[i];
    if (point.runs.empty()) continue;
    const RetrievalSummary retrieval = summarize_retrieval(point.runs);
    const BoundChecks bounds = summarize_bounds(point.runs);
    for (const std::string& method : point.methods)
      table.add({point, i, method, retrieval, bounds});
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
