#include <algorithm>
#include <cmath>

#include "app/results/study_files.hpp"

namespace fedltr {

GridColumns setting_columns(const std::vector<std::string>& keys) {
  GridColumns columns;
  for (std::size_t k = 0; k < keys.size(); ++k)
    columns.push_back(
        {keys[k], "value of that key at this point",
         [k](const PointResults& row) { return row.settings[k].second; }});
  return columns;
}

Column<PointResults> folder_column() {
  return {"folder", "run folder of the point",
          [](const PointResults& row) { return Quoted{row.folder}; }};
}

namespace {

constexpr std::string_view kPoint = "point-";

/// Value of the last request; nan if a point has none.
std::function<CsvValue(const PointResults&)> unlearned(
    double (*value)(const UnlearningReport&)) {
  return [value](const PointResults& row) {
    return row.unlearned.empty() ? std::nan("") : value(row.unlearned.back());
  };
}

GridColumns unlearning_columns() {
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

/// Value of a search among silos.
template <class ValueOf>
auto of_search(ValueOf value) {
  return [value](const PointResults& row) { return value(*row.search); };
}

using Search = const SearchSummary&;

GridColumns retrieval_columns() {
  return {
      {"cover_rate",
       "`retrieval.cover_rate` of `summary.json`; this and the following to "
       "`count_error_bound` only of silos",
       of_search([](Search search) { return search.retrieval.cover; })},
      {"bytes_moved_per_term", "`retrieval.bytes_moved_per_term`",
       of_search(
           [](Search search) { return search.retrieval.bytes_per_term(); })},
      {"bytes_stored", "`retrieval.bytes_stored`",
       of_search([](Search search) { return search.retrieval.index_bytes; })},
      {"body_bm25_correlation", "`correlation` of the body's BM25",
       of_search([](Search search) { return search.correlation; })},
      {"cover_bound", "`bounds.cover.bound`",
       of_search([](Search search) { return search.retrieval.cover_bound; })},
      {"count_error", "`bounds.term.error`",
       of_search([](Search search) { return search.count_errors.error; })},
      {"count_error_bound", "`bounds.term.error_bound`",
       of_search([](Search search) { return search.count_errors.bound; })},
  };
}

GridColumns privacy_columns(bool silos) {
  GridColumns columns = {
      {"claimed",
       "epsilon claimed by the method's paper, of silos "
       "`privacy.claimed_all`; inf: no bound",
       [](const PointResults& row) { return row.claimed; }},
      {"accounted",
       "epsilon of the client with the most releases, over the whole run; of "
       "silos always inf: no epsilon bounds everything",
       [](const PointResults& row) { return row.accounted; }}};
  if (silos)
    append(columns,
           {{"accounted_counts", "`privacy.accounted_counts`, only of silos",
             of_search([](Search search) { return search.accounted_counts; })},
            {"withheld", "`privacy.withheld`, only of silos",
             of_search([](Search search) { return search.withheld; })}});
  return columns;
}

/// Returns the metrics of all points: their `evaluation.validate` may differ.
std::vector<std::string> metrics_of(const std::vector<PointResults>& points) {
  std::vector<std::string> metrics;
  for (const PointResults& point : points)
    for (const auto& [name, spread] : point.metrics)
      if (std::ranges::count(metrics, name) == 0) metrics.push_back(name);
  return metrics;
}

/// Returns a metric of a point; NaN if it has none of this name.
Spread spread_at(const PointResults& point, const std::string& metric) {
  for (const auto& [name, spread] : point.metrics)
    if (name == metric) return spread;
  return {std::nan(""), std::nan(""), 0};
}

/// Columns of mean and deviation of each metric.
GridColumns spread_columns(const std::vector<std::string>& metrics) {
  GridColumns columns;
  for (const std::string& metric : metrics)
    append(columns,
           {{metric,
             "mean over runs of the final values, of silos of their means over "
             "the parties; METRIC is any of `evaluation.metrics`, and of "
             "federations of the `online_` columns of `rounds.csv`, or "
             "`validation_METRIC`; nan if the point has no such metric",
             [metric](const PointResults& row) {
               return spread_at(row, metric).mean;
             }},
            {metric + "_std",
             "sample standard deviation over runs; nan for a single run",
             [metric](const PointResults& row) {
               return spread_at(row, metric).std;
             }}});
  return columns;
}

/// Optional parts of a grid, apart from its settings and metrics.
struct GridExtent {
  bool unlearns = false;
  bool cut_short = false;
  bool silos = false;
};

GridColumns grid_columns(const std::vector<std::string>& keys,
                         const std::vector<std::string>& metrics,
                         const GridExtent& extent) {
  GridColumns columns = {folder_column()};
  append(columns, setting_columns(keys));
  if (extent.silos)
    columns.push_back({"method", "name of the method, only of silos",
                       [](const PointResults& row) { return row.method; }});
  append(columns, spread_columns(metrics));
  columns.push_back({"n", "number of runs", [](const PointResults& row) {
                       return row.metrics[0].second.n;
                     }});
  if (extent.silos) append(columns, retrieval_columns());
  append(columns, privacy_columns(extent.silos));
  columns.push_back({"signature", "of `summary.json`, of silos by method",
                     [](const PointResults& row) { return row.signature; }});
  if (extent.unlearns) append(columns, unlearning_columns());
  if (extent.cut_short)
    columns.push_back({"cut_short",
                       "number of completed runs of an interrupted point; only "
                       "until all points are complete",
                       [](const PointResults& row) { return row.cut_short; }});
  return columns;
}

/// True if the value can be recovered after replacing blanks by '+': blanks
/// precede companions, `sign-flip factor=10`, and '+' precedes anything else.
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
  GridExtent extent;
  for (const PointResults& point : points) {
    extent.unlearns |= !point.unlearned.empty();
    extent.cut_short |= !point.cut_short.empty();
    extent.silos |= point.search.has_value();
  }
  CsvTable<PointResults> table(
      grid_columns(keys_of(points.at(0).settings), metrics_of(points), extent));
  for (const PointResults& point : points) table.add(point);
  return table.take();
}

NamedSpreads MethodResults::spreads() const {
  NamedSpreads spreads;
  for (std::size_t m = 0; m < metrics.size(); ++m) {
    std::vector<double> values;
    for (const FinalMetrics& run : runs) values.push_back(run.values.at(m));
    spreads.emplace_back(metrics[m], spread_of(values));
  }
  return spreads;
}

std::string cut_short_text(std::size_t ended, std::size_t planned,
                           const char* runs) {
  return ended == planned ? ""
                          : std::to_string(ended) + " of " +
                                std::to_string(planned) + " " + runs + " ended";
}

GridFile grid_csv_file() {
  return single_file<GridResults>(
      {"grid.csv",
       "A row per point, with its settings and final metrics; of silos one per "
       "point and method.",
       "", fields_of(grid_columns({"KEY"}, {"METRIC"}, {true, true, true}))},
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
