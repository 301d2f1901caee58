#include <algorithm>
#include <cmath>

#include "app/base/csv.hpp"
#include "app/report/writers.hpp"

namespace fedltr {
namespace {

struct CurvePlace {
  const FigureCurve& curve;
  const CurvePoint& point;
};

std::vector<Column<CurvePlace>> figure_columns(const ReportFigure& figure) {
  using Place = const CurvePlace&;
  std::vector<Column<CurvePlace>> columns = {
      {"curve", "",
       [](Place place) { return without_formula(place.curve.name); }},
      {figure.x, "", [](Place place) { return place.point.at; }}};
  if (!figure.other.empty())
    columns.push_back(
        {figure.other, "", [](Place place) { return place.point.other; }});
  append(columns,
         {{"mean", "", [](Place place) { return place.point.mean; }},
          {"lower", "", [](Place place) { return place.point.low; }},
          {"upper", "", [](Place place) { return place.point.high; }}});
  return columns;
}

/// A point of a line in a panel.
struct PanelPlace {
  const ReportPanels& panels;
  std::size_t panel;
  std::size_t line;
  CurvePoint point;  ///< NaN for a published value beside no point
  double published = std::nan("");  ///< NaN: none
};

std::vector<Column<PanelPlace>> panel_columns(const ReportPanels& panels) {
  using Place = const PanelPlace&;
  std::vector<Column<PanelPlace>> columns = {
      {"panel", "",
       [](Place place) { return place.panels.panels[place.panel].title; }},
      {"line", "",
       [](Place place) {
         return place.panels.lines.empty() ? std::string()
                                           : place.panels.lines[place.line];
       }},
      {panels.x, "",
       [](Place place) {
         const auto& ticks = place.panels.ticks;
         return ticks.empty()
                    ? CsvValue(place.point.at)
                    : CsvValue(ticks[static_cast<std::size_t>(place.point.at)]);
       }},
      {"mean", "", [](Place place) { return place.point.mean; }},
      {"lower", "", [](Place place) { return place.point.low; }},
      {"upper", "", [](Place place) { return place.point.high; }}};
  if (panels.has_published())
    columns.push_back(
        {"published", "", [](Place place) { return place.published; }});
  return columns;
}

/// Adds a line's points and, in their places, its published values.
void add_line(const ReportPanels& panels, std::size_t p, std::size_t c,
              CsvTable<PanelPlace>& table) {
  const ReportPanels::Panel& panel = panels.panels[p];
  std::vector<MarkedPoint> marks;
  if (!panel.published.empty()) marks = panel.published[c];
  const auto add_alone = [&](const MarkedPoint& mark) {
    const double none = std::nan("");
    table.add({panels, p, c, {mark.at, 0, none, none, none}, mark.value});
  };
  auto mark = marks.begin();
  for (const CurvePoint& point : panel.curves[c]) {
    for (; mark != marks.end() && mark->at < point.at; ++mark) add_alone(*mark);
    const bool here = mark != marks.end() && mark->at == point.at;
    table.add({panels, p, c, point, here ? mark++->value : std::nan("")});
  }
  std::for_each(mark, marks.end(), add_alone);
}

}  // namespace

std::string report_csv(const ReportPanels& panels) {
  CsvTable<PanelPlace> table(panel_columns(panels));
  for (std::size_t p = 0; p < panels.panels.size(); ++p)
    for (std::size_t c = 0; c < panels.panels[p].curves.size(); ++c)
      add_line(panels, p, c, table);
  return table.take();
}

std::string report_csv(const ReportTable& table) {
  std::string text;
  append_csv_row(
      text, std::vector<CsvValue>(table.columns.begin(), table.columns.end()));
  for (const ReportRow& row : table.rows) {
    std::vector<CsvValue> values;
    for (const ReportCell& cell : row)
      values.emplace_back(without_formula(cell.text));
    append_csv_row(text, values);
  }
  return text;
}

std::string report_csv(const ReportFigure& figure) {
  CsvTable<CurvePlace> table(figure_columns(figure));
  for (const FigureCurve& curve : figure.curves)
    for (const CurvePoint& point : curve.points) table.add({curve, point});
  return table.take();
}

}  // namespace fedltr
