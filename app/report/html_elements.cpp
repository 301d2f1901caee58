#include "app/report/html_elements.hpp"

#include <algorithm>
#include <set>

#include <openssl/evp.h>
#include <spdlog/fmt/fmt.h>

#include "app/base/svg.hpp"
#include "app/report/writers.hpp"

namespace fedltr {
namespace {

std::string hidden(const char* kind, const std::string& text) {
  return element("pre", {{"hidden", "hidden"}, {"class", kind}},
                 xml_escaped(text));
}

std::string cell_html(const ReportCell& cell, bool numeric) {
  std::string classes = numeric ? "n" : "t";
  if (cell.shade >= 0) classes += fmt::format(" s{}", cell.shade);
  if (cell.strong) classes += " strong";
  return element("td", {{"class", classes}}, xml_escaped(cell.text));
}

std::string row_html(const ReportRow& row, const std::vector<bool>& numeric) {
  std::string cells =
      element("th", {{"scope", "row"}}, xml_escaped(row[0].text));
  for (std::size_t c = 1; c < row.size(); ++c)
    cells += cell_html(row[c], numeric[c]);
  return element("tr", {}, cells);
}

/// Returns the table alone, in a box that scrolls if the table is too wide.
std::string grid_html(const ReportTable& table) {
  std::string names;
  std::vector<bool> numeric;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    numeric.push_back(c > 0 && is_numeric_column(table, c));
    names +=
        element("th", {{"scope", "col"}, {"class", numeric.back() ? "n" : "t"}},
                xml_escaped(table.columns[c]));
  }
  std::string rows;
  for (const ReportRow& row : table.rows) rows += row_html(row, numeric) + "\n";
  return element("div",
                 {{"class", "scroll"},
                  {"role", "region"},
                  {"tabindex", "0"},
                  {"aria-label", "Table: " + table.title}},
                 element("table", {},
                         element("thead", {}, element("tr", {}, names)) +
                             element("tbody", {}, rows)));
}

/// True for a table that also serves as a figure.
bool is_shaded(const ReportTable& table) {
  return std::ranges::any_of(table.rows, [](const ReportRow& row) {
    return std::ranges::any_of(
        row, [](const ReportCell& cell) { return cell.shade >= 0; });
  });
}

std::string note_html(const std::string& note) {
  return note.empty() ? ""
                      : element("p", {{"class", "note"}}, xml_escaped(note));
}

/// Describes the curves in words.
std::string description(const ReportFigure& figure) {
  std::string text = figure.title + " by " + figure.x + ":";
  for (const FigureCurve& curve : figure.curves)
    text += fmt::format(" {} from {:.4g} to {:.4g};", curve.name,
                        curve.points.front().mean, curve.points.back().mean);
  text.back() = '.';
  return text;
}

/// Returns some of a figure's numbers, evenly spaced.
ReportTable numbers_of(const ReportFigure& figure) {
  constexpr std::size_t kRows = 12;
  std::set<double> places;
  for (const FigureCurve& curve : figure.curves)
    for (const CurvePoint& point : curve.points) places.insert(point.at);
  const std::vector<double> all(places.begin(), places.end());
  ReportTable table{figure.title, {figure.x}};
  for (const FigureCurve& curve : figure.curves)
    table.columns.push_back(curve.name);
  const std::size_t rows = std::min(kRows, all.size());
  for (std::size_t r = 0; r < rows; ++r) {
    const double at = all[rows > 1 ? r * (all.size() - 1) / (rows - 1) : 0];
    ReportRow row = {{fmt::format("{:.6g}", at)}};
    for (const FigureCurve& curve : figure.curves) {
      const auto point =
          std::ranges::lower_bound(curve.points, at, {}, &CurvePoint::at);
      row.push_back({point == curve.points.end() || point->at != at
                         ? "-"
                         : fmt::format("{:.4f}", point->mean)});
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string base64(const std::string& text) {
  std::string encoded(4 * ((text.size() + 2) / 3) + 1, '\0');
  const int length =
      EVP_EncodeBlock(reinterpret_cast<unsigned char*>(encoded.data()),
                      reinterpret_cast<const unsigned char*>(text.data()),
                      static_cast<int>(text.size()));
  encoded.resize(static_cast<std::size_t>(length));
  return encoded;
}

}  // namespace

std::string element(const char* tag, const HtmlAttributes& attributes,
                    const std::string& inner) {
  std::string text = fmt::format("<{}", tag);
  for (const auto& [name, value] : attributes)
    text += fmt::format(" {}=\"{}\"", name, xml_escaped(value));
  return text + ">" + inner + fmt::format("</{}>", tag);
}

std::string table_html(const ReportTable& table, const std::string& name) {
  const std::string inner =
      grid_html(table) + note_html(table.note) +
      hidden("csv", report_csv(table)) +
      (is_shaded(table) ? hidden("svg", report_svg(table)) : "") +
      hidden("tex", report_latex(table));
  const HtmlAttributes attributes = {{"class", "table"}, {"id", name}};
  const std::string title = xml_escaped(table.title);
  if (table.folded)
    return element("details", attributes,
                   element("summary", {}, title) + inner) +
           "\n";
  return element("div", attributes, element("h3", {}, title) + inner) + "\n";
}

std::string figure_html(const ReportFigure& figure, const std::string& name) {
  const std::string title_id = name + "-title";
  return element("figure",
                 {{"class", figure.small ? "curves small" : "curves"},
                  {"id", name},
                  {"data-x", figure.x},
                  {"data-other", figure.other},
                  {"data-y", figure.y},
                  {"aria-labelledby", title_id}},
                 element("figcaption", {{"id", title_id}},
                         xml_escaped(figure.title)) +
                     element("div",
                             {{"class", "static"},
                              {"role", "img"},
                              {"aria-label", description(figure)}},
                             report_svg(figure)) +
                     note_html(figure.note) +
                     element("details", {},
                             element("summary", {}, "Numbers") +
                                 grid_html(numbers_of(figure))) +
                     hidden("csv", report_csv(figure)) +
                     hidden("tex", report_latex(figure))) +
         "\n";
}

std::string panels_html(const ReportPanels& panels, const std::string& name) {
  const std::string title_id = name + "-title";
  const std::vector<std::string> parts = panel_svgs(panels);
  std::string inner;
  for (std::size_t p = 0; p < panels.panels.size(); ++p)
    inner +=
        element("div",
                {{"role", "img"},
                 {"aria-label", panels.title + "; " + panels.panels[p].title}},
                parts[p + 1]);
  const std::size_t columns = std::clamp<std::size_t>(panels.columns, 1, 4);
  return element(
             "figure",
             {{"class", "panels"}, {"id", name}, {"aria-labelledby", title_id}},
             element("figcaption", {{"id", title_id}},
                     xml_escaped(panels.title)) +
                 element("div", {{"class", "legend-of-panels"}}, parts[0]) +
                 element("div", {{"class", fmt::format("row{}", columns)}},
                         inner) +
                 note_html(panels.note) + hidden("csv", report_csv(panels)) +
                 hidden("svg", report_svg(panels)) +
                 hidden("tex", report_latex(panels))) +
         "\n";
}

std::string picture_html(const ReportPicture& picture,
                         const std::string& name) {
  return element(
             "figure", {{"class", "picture"}, {"id", name}},
             element("figcaption", {}, xml_escaped(picture.title)) +
                 fmt::format("<img alt=\"{}\" "
                             "src=\"data:image/svg+xml;base64,{}\"/>",
                             xml_escaped(picture.title), base64(picture.svg))) +
         "\n";
}

}  // namespace fedltr
