#include <algorithm>
#include <cmath>

#include "app/results/study_files.hpp"

namespace fedltr {
namespace {

constexpr std::string_view kPoint = "point-";

struct GridRow {
  const PointResults& point;

  const std::string& folder() const { return point.folder; }
  const std::string& cut_short() const { return point.cut_short; }
  const PointSettings& settings() const { return point.settings; }
  const Spread& spread(std::size_t m) const { return point.metrics[m].second; }
  /// Report on the last request of the point; null if there is none.
  const UnlearningReport* unlearned() const {
    return point.unlearned.empty() ? nullptr : &point.unlearned.back();
  }
};

/// Value of the last request; nan if a point has none.
std::function<CsvValue(const GridRow&)> unlearned(
    double (*value)(const UnlearningReport&)) {
  return [value](const GridRow& row) {
    return row.unlearned() ? value(*row.unlearned()) : std::nan("");
  };
}

std::vector<Column<GridRow>> unlearning_columns() {
  return {
      {"before",
       "first metric before the last request; this and the following only with "
       "unlearning",
       unlearned(
           [](const UnlearningReport& last) { return last.before.mean; })},
      {"retrained", "first metric of the retraining baseline",
       unlearned([](const UnlearningReport& last) {
         return last.retrained.n > 0 ? last.retrained.mean : std::nan("");
       })},
      {"gap_closed", "as in `unlearning.json`",
       unlearned(
           [](const UnlearningReport& last) { return last.gap_closed(); })},
      {"distance_left", "`distance_to_retrained.ratio` of `unlearning.json`",
       unlearned(
           [](const UnlearningReport& last) { return last.distance.ratio(); })},
      {"steps_saved", "`cost.saved.steps` of `unlearning.json`",
       unlearned([](const UnlearningReport& last) {
         return last.retrained.n > 0 ? last.retraining.steps / last.cost.steps
                                     : std::nan("");
       })},
  };
}

/// Optional parts of a grid, apart from its settings and metrics.
struct GridExtent {
  bool unlearns = false;
  bool cut_short = false;
};

std::vector<Column<GridRow>> grid_columns(
    const std::vector<std::string>& keys,
    const std::vector<std::string>& metrics, const GridExtent& extent) {
  auto columns = point_columns<GridRow>(keys, extent.cut_short);
  append(columns, spread_columns<GridRow>(
                      metrics,
                      "mean of the final values over runs; METRIC is any of "
                      "`evaluation.metrics`, of the `online_` columns of "
                      "`rounds.csv`, or `validation_METRIC`",
                      "run"));
  append(columns,
         {{"n", "number of runs",
           [](const GridRow& row) { return row.point.metrics[0].second.n; }},
          {"claimed", "epsilon claimed by the method's paper; inf: no bound",
           [](const GridRow& row) { return row.point.claimed; }},
          {"accounted",
           "epsilon of the client with the most releases, over the whole run",
           [](const GridRow& row) { return row.point.accounted; }},
          {"signature", "of `summary.json`",
           [](const GridRow& row) { return row.point.signature; }}});
  if (extent.unlearns) append(columns, unlearning_columns());
  return columns;
}

/// True if the value can be recovered after replacing blanks by '+': blanks
/// precede companions, `sign-flip strength=10`, and '+' precedes anything else.
/// Otherwise two points might share a folder.
bool is_told_from_others(std::string_view value) {
  for (std::size_t at = value.find_first_of(" +"); at != value.npos;) {
    const std::size_t next = value.find_first_of(" +", at + 1);
    const bool sets = value.substr(at, next - at).find('=') != value.npos;
    if (sets != (value[at] == ' ')) return false;
    at = next;
  }
  return true;
}

}  // namespace

std::string grid_csv(const std::vector<PointResults>& points) {
  std::vector<std::string> metrics;
  for (const auto& [name, spread] : points.at(0).metrics)
    metrics.push_back(name);
  GridExtent extent;
  for (const PointResults& point : points) {
    extent.unlearns |= !point.unlearned.empty();
    extent.cut_short |= !point.cut_short.empty();
  }
  CsvTable<GridRow> table(
      grid_columns(keys_of(points[0].settings), metrics, extent));
  for (const PointResults& point : points) table.add({point});
  return table.take();
}

GridFile grid_csv_file() {
  return single_file<GridResults>(
      {"grid.csv", "A row per point, with its settings and final metrics.", "",
       fields_of(grid_columns({"KEY"}, {"METRIC"}, {true, true}))},
      [](const GridResults& results) { return grid_csv(results.points); });
}

std::string point_folder(const PointSettings& settings, std::size_t number) {
  std::string name;
  bool plain = true;
  for (const auto& [key, value] : settings) {
    name += (name.empty() ? "" : ",") + key + "=" + value;
    plain = plain && is_told_from_others(value);
  }
  std::ranges::replace(name, ' ', '+');
  plain = plain && name.find_first_not_of(
                       "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                       "0123456789.,=-_+@") == std::string::npos;
  return plain && name.size() < 200
             ? name
             : std::string(kPoint) + std::to_string(number + 1);
}

bool is_point_folder(std::string_view name) {
  if (!name.starts_with(kPoint)) return name.find('=') != name.npos;
  name.remove_prefix(kPoint.size());
  return !name.empty() &&
         name.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace fedltr
