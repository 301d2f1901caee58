#include "app/base/json.hpp"
#include "app/report/writers.hpp"

namespace fedltr {
namespace {

Json points_json(const std::vector<CurvePoint>& points, bool has_other) {
  Json array = Json::array();
  for (const CurvePoint& point : points) {
    Json each = {{"at", json_number(point.at)}};
    if (has_other) each["other"] = json_number(point.other);
    each["mean"] = json_number(point.mean);
    each["lower"] = json_number(point.low);
    each["upper"] = json_number(point.high);
    array.push_back(std::move(each));
  }
  return array;
}

/// Returns the published values of a panel, an array for each line.
Json marks_json(const ReportPanels::Panel& panel) {
  Json lines = Json::array();
  for (const auto& marks : panel.published) {
    Json line = Json::array();
    for (const MarkedPoint& mark : marks)
      line.push_back(
          {{"at", json_number(mark.at)}, {"value", json_number(mark.value)}});
    lines.push_back(std::move(line));
  }
  return lines;
}

/// Returns the object of a block of a page.
struct BlockJson {
  Json operator()(const Paragraph& paragraph) const {
    return {{"kind", "paragraph"},
            {"label", paragraph.label},
            {"text", paragraph.text}};
  }
  Json operator()(const ReportTable& table) const {
    Json rows = Json::array();
    for (const ReportRow& row : table.rows) {
      Json cells = Json::array();
      for (const ReportCell& cell : row) cells.push_back(cell.text);
      rows.push_back(std::move(cells));
    }
    return {{"kind", "table"},
            {"title", table.title},
            {"columns", table.columns},
            {"rows", std::move(rows)},
            {"note", table.note}};
  }
  Json operator()(const ReportFigure& figure) const {
    Json curves = Json::array();
    for (const FigureCurve& curve : figure.curves)
      curves.push_back(
          {{"name", curve.name},
           {"points", points_json(curve.points, !figure.other.empty())}});
    return {{"kind", "figure"},   {"title", figure.title},
            {"x", figure.x},      {"other", figure.other},
            {"y", figure.y},      {"curves", std::move(curves)},
            {"note", figure.note}};
  }
  Json operator()(const ReportPanels& panels) const {
    Json array = Json::array();
    for (const ReportPanels::Panel& panel : panels.panels) {
      Json curves = Json::array();
      for (const auto& curve : panel.curves)
        curves.push_back(points_json(curve, false));
      Json each = {{"title", panel.title}, {"curves", std::move(curves)}};
      if (panels.has_published()) each["published"] = marks_json(panel);
      array.push_back(std::move(each));
    }
    return {{"kind", "panels"},
            {"title", panels.title},
            {"x", panels.x},
            {"ticks", panels.ticks},
            {"y", panels.y},
            {"lines", panels.lines},
            {"panels", std::move(array)},
            {"note", panels.note}};
  }
  Json operator()(const ReportPicture& picture) const {
    return {{"kind", "picture"}, {"title", picture.title}};
  }
};

}  // namespace

std::string report_json(const ReportPage& page) {
  Json sections = Json::array();
  for (const ReportSection& section : page.sections) {
    if (section.blocks.empty()) continue;
    Json blocks = Json::array();
    for (const ReportBlock& block : section.blocks)
      blocks.push_back(std::visit(BlockJson{}, block));
    sections.push_back(
        {{"title", section.title}, {"blocks", std::move(blocks)}});
  }
  return json_text({{"title", page.title},
                    {"about", page.about},
                    {"question", page.question},
                    {"sections", std::move(sections)}});
}

}  // namespace fedltr
