#include <algorithm>

#include <spdlog/fmt/fmt.h>

#include "app/report/panels.hpp"
#include "app/report/sections.hpp"

namespace fedltr {
namespace {

/// Maximum number of runs; curves of more would make the page too large.
constexpr std::size_t kMaxRuns = 200;

const std::vector<CurvePoint>* curve_in(const CurvesByColumn& curves,
                                        const std::string& column) {
  const auto found = curves.find(column);
  return found == curves.end() || found->second.empty() ? nullptr
                                                        : &found->second;
}

/// Adds a curve; a run with a baseline's name gets another name.
void add_curve(ReportFigure& figure, std::string name,
               const CurvesByColumn& curves, const std::string& column) {
  const auto* points = curve_in(curves, column);
  if (!points || figure.curves.size() == kMaxCurves) return;
  while (std::ranges::count(figure.curves, name, &FigureCurve::name) > 0)
    name += '_';
  figure.curves.push_back({std::move(name), *points});
}

ReportFigure learning_figure(const ReportData& data, const Panel& panel,
                             const std::string& column) {
  ReportFigure figure{column, "round", "interactions", column};
  if (!panel.title.empty()) figure.title += "; " + panel.title;
  for (std::size_t i = 0; i < panel.runs.size(); ++i) {
    const ReportFiles& files = data.files[panel.runs[i]];
    add_curve(figure, panel.names[i], files.curves, column);
    if (panel.runs.size() > 1) continue;
    add_curve(figure, "everybody honest", files.honest, column);
    add_curve(figure, "retrained", files.retrained, column);
  }
  return figure;
}

/// Adds curves of a column, one figure per panel; none if no run has the
/// column.
void add_figures(const ReportData& data, const std::vector<Panel>& panels,
                 const std::string& column, ReportSection& section) {
  for (const Panel& panel : panels) {
    ReportFigure figure = learning_figure(data, panel, column);
    figure.small = panels.size() > 1;
    if (!figure.curves.empty()) section.blocks.emplace_back(std::move(figure));
  }
}

void add_silo_figures(const ReportData& data, ReportSection& section) {
  for (std::size_t r = 0; r < data.runs.size(); ++r) {
    ReportFigure figure{data.first_metric(), "iteration", "",
                        data.first_metric()};
    if (data.runs.size() > 1) figure.title += "; " + data.runs[r].label;
    for (const auto& [method, points] : data.files[r].methods)
      add_curve(figure, method, data.files[r].methods, method);
    if (!figure.curves.empty()) section.blocks.emplace_back(std::move(figure));
  }
}

/// True for a metric of lists that users saw; silos have none.
bool is_online(const std::string& metric) {
  return metric.starts_with("online_");
}

}  // namespace

ReportSection learning_section(const ReportData& data) {
  ReportSection section{"Learning curves", {}};
  if (data.runs.size() > kMaxRuns) {
    section.blocks.emplace_back(Paragraph{
        fmt::format("Curves of {} runs would make the page too large; to see "
                    "some, report their points' folders.",
                    data.runs.size())});
    return section;
  }
  const std::vector<Panel> panels = panels_of(data);
  // Shows only the main metric for a grid, and all for few runs.
  for (const std::string& metric : data.runs[0].metrics)
    if (panels.size() == 1 || metric == data.first_metric())
      add_figures(data, panels, metric, section);
  add_silo_figures(data, section);
  if (section.blocks.empty()) return section;
  std::string text =
      "Mean over runs (fold and repeat); bands: one standard deviation, if "
      "there are several runs.";
  if (std::ranges::any_of(data.runs[0].metrics, is_online))
    text +=
        " Offline metrics are of the model on held-out queries; online ones of "
        "the lists that users saw while it learned.";
  section.blocks.insert(section.blocks.begin(), Paragraph{text});
  return section;
}

}  // namespace fedltr
