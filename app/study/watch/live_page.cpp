#include "app/study/watch/live_page.hpp"

#include <algorithm>
#include <cmath>
#include <map>

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

ReportRow row_of(const LiveProgress& run, bool has_points, bool over) {
  ReportRow row;
  if (has_points) row.push_back({run.run.point});
  for (std::string text :
       {std::to_string(run.run.fold), std::to_string(run.run.repeat),
        std::string(state_of(run, over)), with_commas(rounds_done(run)),
        with_commas(run.run.rounds)})
    row.push_back({std::move(text)});
  for (std::size_t m = 0; m < run.run.metrics.size(); ++m)
    row.push_back(
        {m < run.last.metrics.size() ? metric_text(run.last.metrics[m]) : "-"});
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
  for (const std::string& each : runs[0].run.metrics)
    table.columns.push_back(each);
  table.columns.push_back("epsilon");
  for (const LiveProgress* run : in_order(runs)) {
    if (run->run.metrics.size() != runs[0].run.metrics.size()) continue;
    if (table.rows.size() == kMaxRows) break;
    table.rows.push_back(row_of(*run, has_points, over));
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
                     std::size_t metric) {
  std::map<std::uint32_t, std::vector<double>> values;
  std::map<std::uint32_t, double> interactions;
  std::uint64_t stride = 1;
  for (const LiveProgress* run : runs) stride = std::max(stride, run->stride);
  for (const LiveProgress* run : runs)
    for (const LiveProgress::Round& each : run->rounds)
      if (each.round % stride == 0 && metric < each.metrics.size() &&
          std::isfinite(each.metrics[metric])) {
        values[each.round].push_back(each.metrics[metric]);
        interactions[each.round] = static_cast<double>(each.interactions);
      }
  FigureCurve curve{name_of(*runs[0])};
  for (const auto& [round, there] : values) {
    CurvePoint& point = curve.points.emplace_back(curve_point(round, there));
    point.other = interactions[round];
  }
  return curve;
}

ReportFigure metric_figure(const Runs& runs, std::size_t metric) {
  ReportFigure figure{.title = runs[0].run.metrics[metric],
                      .x = "round",
                      .other = "interactions",
                      .y = runs[0].run.metrics[metric]};
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
  const std::size_t metrics = study.runs[0].run.metrics.size();
  for (std::size_t m = 0; m < std::min(metrics, kMaxFigures); ++m)
    if (auto figure = metric_figure(study.runs, m); !figure.curves.empty())
      curves.blocks.emplace_back(std::move(figure));
  page.sections.push_back(std::move(curves));
  return page;
}

}  // namespace fedltr
