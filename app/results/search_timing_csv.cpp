// timing.csv of a run folder, grid-timing.csv of a grid.
#include <algorithm>

#include "app/results/silo_files.hpp"
#include "app/results/silo_summary.hpp"
#include "app/results/study_files.hpp"

namespace fedltr {
namespace {

constexpr const char* kSearchTimes =
    "Wall time of searching at one party, without the time of messages; "
    "differs from run to run.";
constexpr const char* kWithTimedTerms = "with `silo.timed-terms`";

GridColumns search_time_columns() {
  const auto number = [](auto SearchTime::*member) {
    return [member](const PointResults& row) {
      return (*row.search->time).*member;
    };
  };
  return {
      {"terms", "number of different terms asked for",
       number(&SearchTime::terms)},
      {"rtk_seconds", "mean time per term with an RTK-Sketch, both ends",
       number(&SearchTime::rtk_seconds)},
      {"naive_seconds", "mean time per term when asking about every document",
       number(&SearchTime::naive_seconds)},
      {"insert_seconds", "mean time to add a document to the RTK-Sketch",
       number(&SearchTime::insert_seconds)},
      {"delete_seconds", "mean time to remove a document from it",
       number(&SearchTime::delete_seconds)},
      {"cover_rate", "`retrieval.cover_rate` of `summary.json`",
       [](const PointResults& row) { return row.search->retrieval.cover; }},
  };
}

GridColumns timed_point_columns(const std::vector<std::string>& keys) {
  GridColumns columns = {folder_column()};
  append(columns, setting_columns(keys));
  append(columns, search_time_columns());
  return columns;
}

/// True for one of a timed point's rows.
bool is_timed(const PointResults& row) {
  return row.leads && row.search && row.search->time;
}

std::string timing_table(const std::vector<PointResults>& rows,
                         GridColumns columns) {
  CsvTable<PointResults> table(std::move(columns));
  for (const PointResults& row : rows)
    if (is_timed(row)) table.add(row);
  return table.take();
}

}  // namespace

SiloFile search_timing_file() {
  return single_file<SiloResults>(
      {"timing.csv", kSearchTimes, kWithTimedTerms,
       fields_of(search_time_columns())},
      [](const SiloResults& results) {
        return timing_table(silo_rows(results.point, ""),
                            search_time_columns());
      },
      [](const SiloResults& results) {
        return results.point.search.has_value();
      });
}

GridFile grid_timing_file() {
  return single_file<GridResults>(
      {"grid-timing.csv", std::string("A row a point. ") + kSearchTimes,
       kWithTimedTerms, fields_of(timed_point_columns({"KEY"}))},
      [](const GridResults& results) {
        return timing_table(
            results.points,
            timed_point_columns(keys_of(results.points[0].settings)));
      },
      [](const GridResults& results) {
        return std::ranges::any_of(results.points, is_timed);
      });
}

}  // namespace fedltr
