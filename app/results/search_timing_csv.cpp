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

/// A point with timed searches.
struct TimedPoint {
  const SiloPoint& point;
  std::string folder;

  const PointSettings& settings() const { return point.described.settings; }
};

std::vector<Column<TimedPoint>> search_time_columns() {
  const auto number = [](auto SearchTime::*member) {
    return
        [member](const TimedPoint& row) { return (*row.point.search).*member; };
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
       [](const TimedPoint& row) {
         return summarize_retrieval(row.point.runs).cover;
       }},
  };
}

std::vector<Column<TimedPoint>> timed_point_columns(
    const std::vector<std::string>& keys) {
  std::vector<Column<TimedPoint>> columns = {
      {"folder", "run folder of the point",
       [](const TimedPoint& row) { return Quoted{row.folder}; }}};
  append(columns, setting_columns<TimedPoint>(keys));
  append(columns, search_time_columns());
  return columns;
}

bool is_timed_point(const SiloPoint& point) {
  return point.search && !point.runs.empty();
}

std::string point_timing(const SiloResults& results) {
  CsvTable<TimedPoint> table(search_time_columns());
  table.add({results.point, ""});
  return table.take();
}

std::string grid_timing(const SiloPoints& points) {
  CsvTable<TimedPoint> table(
      timed_point_columns(keys_of(points[0].described.settings)));
  for (std::size_t i = 0; i < points.size(); ++i)
    if (is_timed_point(points[i]))
      table.add({points[i], point_folder(points[i].described.settings, i)});
  return table.take();
}

}  // namespace

SiloFile search_timing_file() {
  return single_file<SiloResults>({"timing.csv", kSearchTimes, kWithTimedTerms,
                                   fields_of(search_time_columns())},
                                  point_timing, [](const SiloResults& results) {
                                    return is_timed_point(results.point);
                                  });
}

SiloGridFile silo_grid_timing_file() {
  return single_file<SiloPoints>(
      {"grid-timing.csv", std::string("A row a point. ") + kSearchTimes,
       kWithTimedTerms, fields_of(timed_point_columns({"KEY"}))},
      grid_timing, [](const SiloPoints& points) {
        return std::ranges::any_of(points, is_timed_point);
      });
}

}  // namespace fedltr
