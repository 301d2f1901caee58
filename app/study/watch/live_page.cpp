#include "app/study/watch/live_page.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <ranges>

#include <spdlog/fmt/fmt.h>

#include "app/base/progress.hpp"
#include "app/base/text.hpp"
#include "app/results/curve.hpp"
#include "app/results/number_text.hpp"

namespace fedltr {
namespace {

constexpr std::size_t kMaxRows = 100;
constexpr std::size_t kMaxFigures = 6;

using Runs = std::vector<LiveProgress>;

std::string name_of(const LiveProgress& run) {
  return run.run.point.empty() ? "mean" : run.run.point;
}

/// Returns running runs first, then the last ended, then waiting ones.
std::vector<const LiveProgress*> in_order(const Runs& runs) {
  std::vector<const LiveProgress*> order;
  for (const LiveProgress& run : runs) order.push_back(&run);
  const auto rank = [](const LiveProgress* run) {
    return !run->begun ? 2 : run->ended ? 1 : 0;
  };
  std::ranges::stable_sort(order, {}, rank);
  return order;
}

/// Returns the metrics of all runs, which differ where points do.
std::vector<std::string> metrics_of(const Runs& runs) {
  std::vector<std::string> metrics;
  for (const LiveProgress& run : runs)
    for (const std::string& metric : run.run.metrics)
      if (std::ranges::count(metrics, metric) == 0) metrics.push_back(metric);
  return metrics;
}

/// Returns a run's value of a metric; NaN if there is none.
/// @param values  in the order of the run's metrics
double value_of(const LiveProgress& run, const std::vector<double>& values,
                const std::string& metric) {
  const auto found = std::ranges::find(run.run.metrics, metric);
  const auto place = static_cast<std::size_t>(found - run.run.metrics.begin());
  return place < values.size() ? values[place] : std::nan("");
}

std::uint64_t rounds_done(const LiveProgress& run) {
  return run.ended ? run.run.rounds
                   : std::min<std::uint64_t>(run.last.round, run.run.rounds);
}

/// True if the study has ended, completed or not.
bool is_over(const LiveStudy::State& study) {
  return !study.end.empty();
}

/// Estimates the remaining time from the rounds so far.
std::string left_text(const LiveStudy::State& study, std::uint64_t done,
                      std::uint64_t planned) {
  if (is_over(study) || done == 0 || done >= planned) return "";
  const double share =
      static_cast<double>(planned - done) / static_cast<double>(done);
  return ", about " + duration_text(study.seconds * share) + " left";
}

std::string progress_text(const LiveStudy::State& study) {
  std::uint64_t done = 0;
  std::uint64_t planned = 0;
  for (const LiveProgress& run : study.runs) {
    done += rounds_done(run);
    planned += run.run.rounds;
  }
  const auto ended = std::ranges::count(study.runs, true, &LiveProgress::ended);
  const auto begun = std::ranges::count_if(
      study.runs,
      [](const LiveProgress& run) { return run.begun || run.ended; });
  std::string text = fmt::format(
      "{} of {} runs have ended, {} {}, {} {}; {} of {} rounds ({} %). "
      "{} gone{}.",
      ended, study.runs.size(), begun - ended,
      is_over(study) ? "were cut short" : "are running",
      study.runs.size() - static_cast<std::size_t>(begun),
      is_over(study) ? "not begun" : "waiting", with_commas(done),
      with_commas(planned), planned > 0 ? 100 * done / planned : 0,
      duration_text(study.seconds), left_text(study, done, planned));
  if (study.nodes > 0)
    text += fmt::format(" {} nodes have joined.", study.nodes);
  return text;
}

const char* state_of(const LiveProgress& run, bool over) {
  if (run.ended) return "ended";
  if (run.begun) return over ? "cut short" : "running";
  return over ? "not begun" : "waiting";
}

ReportRow row_of(const LiveProgress& run,
                 const std::vector<std::string>& metrics, bool has_points,
                 bool over) {
  ReportRow row;
  if (has_points) row.push_back({run.run.point});
  for (std::string text :
       {std::to_string(run.run.fold), std::to_string(run.run.repeat),
        std::string(state_of(run, over)), with_commas(rounds_done(run)),
        with_commas(run.run.rounds)})
    row.push_back({std::move(text)});
  for (const std::string& metric : metrics)
    row.push_back({metric_text(value_of(run, run.last.metrics, metric))});
  row.push_back({run.begun ? metric_text(run.last.epsilon) : "-"});
  return row;
}

ReportTable runs_table(const Runs& runs, bool over) {
  const bool has_points = std::ranges::any_of(
      runs, [](const LiveProgress& run) { return !run.run.point.empty(); });
  ReportTable table{.title = "Runs", .columns = {}};
  if (has_points) table.columns.push_back("point");
  for (const char* each : {"fold", "repeat", "state", "round", "of"})
    table.columns.push_back(each);
  const std::vector<std::string> metrics = metrics_of(runs);
  table.columns.insert(table.columns.end(), metrics.begin(), metrics.end());
  table.columns.push_back("epsilon");
  for (const LiveProgress* run : in_order(runs)) {
    if (table.rows.size() == kMaxRows) break;
    table.rows.push_back(row_of(*run, metrics, has_points, over));
  }
  if (runs.size() > table.rows.size())
    table.note =
        fmt::format("The first {} of {}: running ones, then completed ones.",
                    table.rows.size(), runs.size());
  return table;
}

/// Returns mean and deviation of a point's runs, at rounds that all of them
/// have kept, so that no run is missing in between.
FigureCurve curve_of(const std::vector<const LiveProgress*>& runs,
                     const std::string& metric) {
  std::map<std::uint32_t, std::vector<double>> values;
  std::map<std::uint32_t, double> interactions;
  std::uint64_t stride = 1;
  for (const LiveProgress* run : runs) stride = std::max(stride, run->stride);
  for (const LiveProgress* run : runs)
    for (const LiveProgress::Round& each : run->rounds)
      if (const double value = value_of(*run, each.metrics, metric);
          each.round % stride == 0 && std::isfinite(value)) {
        values[each.round].push_back(value);
        interactions[each.round] = static_cast<double>(each.interactions);
      }
  FigureCurve curve{name_of(*runs[0])};
  for (const auto& [round, there] : values) {
    CurvePoint& point = curve.points.emplace_back(curve_point(round, there));
    point.other = interactions[round];
  }
  return curve;
}

ReportFigure metric_figure(const Runs& runs, const std::string& metric) {
  ReportFigure figure{
      .title = metric, .x = "round", .other = "interactions", .y = metric};
  std::map<std::string, std::vector<const LiveProgress*>> points;
  for (const LiveProgress* run : in_order(runs))
    if (!run->rounds.empty()) points[name_of(*run)].push_back(run);
  for (const LiveProgress* run : in_order(runs)) {
    const auto point = points.find(name_of(*run));
    if (point == points.end()) continue;
    if (figure.curves.size() == kMaxCurves) {
      figure.note =
          fmt::format("The first {} points: running ones, then completed ones.",
                      kMaxCurves);
      break;
    }
    FigureCurve curve = curve_of(point->second, metric);
    if (!curve.points.empty()) figure.curves.push_back(std::move(curve));
    points.erase(point);
  }
  return figure;
}

}  // namespace

ReportPage live_page(const std::string& name, const LiveStudy::State& study) {
  ReportPage page{.title = name, .sections = {}};
  ReportSection& progress = page.sections.emplace_back();
  progress.title = is_over(study) ? "Ended" : "Under way";
  if (is_over(study)) progress.blocks.emplace_back(Paragraph{study.end, true});
  if (study.runs.empty()) {
    if (!is_over(study))
      progress.blocks.emplace_back(Paragraph{"Reading data.", true});
    return page;
  }
  progress.blocks.emplace_back(
      Paragraph{progress_text(study), !is_over(study)});
  progress.blocks.emplace_back(runs_table(study.runs, is_over(study)));
  ReportSection curves{.title = "Learning so far", .blocks = {}};
  const std::vector<std::string> metrics = metrics_of(study.runs);
  for (const std::string& metric : metrics | std::views::take(kMaxFigures))
    if (auto figure = metric_figure(study.runs, metric); !figure.curves.empty())
      curves.blocks.emplace_back(std::move(figure));
  page.sections.push_back(std::move(curves));
  return page;
}

}  // namespace fedltr
