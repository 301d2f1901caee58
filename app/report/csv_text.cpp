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

}  // namespace

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
