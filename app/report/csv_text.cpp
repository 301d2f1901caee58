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
      {"curve", "", [](Place place) { return place.curve.name; }},
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
  const CurvePoint& point;
};

std::vector<Column<PanelPlace>> panel_columns(const ReportPanels& panels) {
  using Place = const PanelPlace&;
  return {
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
}

}  // namespace

std::string report_csv(const ReportPanels& panels) {
  CsvTable<PanelPlace> table(panel_columns(panels));
  for (std::size_t p = 0; p < panels.panels.size(); ++p)
    for (std::size_t c = 0; c < panels.panels[p].curves.size(); ++c)
      for (const CurvePoint& point : panels.panels[p].curves[c])
        table.add({panels, p, c, point});
  return table.take();
}

std::string report_csv(const ReportTable& table) {
  std::string text;
  append_csv_row(
      text, std::vector<CsvValue>(table.columns.begin(), table.columns.end()));
  for (const ReportRow& row : table.rows) {
    std::vector<CsvValue> values;
    for (const ReportCell& cell : row) values.emplace_back(cell.text);
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
