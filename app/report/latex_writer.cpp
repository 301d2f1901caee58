#include <algorithm>
#include <limits>
#include <utility>

#include <spdlog/fmt/fmt.h>

#include "app/base/latex.hpp"
#include "app/report/writers.hpp"

namespace fedltr {
namespace {

std::string colour_name(std::size_t curve) {
  return fmt::format("curve{}", curve % kMaxCurves);
}

std::string colour_definitions() {
  std::string text;
  for (std::size_t c = 0; c < kMaxCurves; ++c) {
    std::string hex = curve_colour(c) + 1;
    std::ranges::transform(hex, hex.begin(), [](char digit) {
      return digit >= 'a' ? static_cast<char>(digit - 'a' + 'A') : digit;
    });
    text += fmt::format("\\definecolor{{{}}}{{HTML}}{{{}}}%\n", colour_name(c),
                        hex);
  }
  return text;
}

std::string dash_pattern(std::size_t curve) {
  std::string pattern;
  bool on = true;
  for (const int length : curve_dashes(curve)) {
    pattern += fmt::format("{}{} {:.1f}pt", pattern.empty() ? "" : " ",
                           on ? "on" : "off", 0.5 * length);
    on = !on;
  }
  return pattern.empty() ? "" : ", dash pattern=" + pattern;
}

std::string coordinates(const std::vector<CurvePoint>& points,
                        double CurvePoint::*value, bool backwards = false) {
  std::string text;
  const auto add = [&](const CurvePoint& point) {
    text += fmt::format(" ({:.6g},{:.6g})", point.at, point.*value);
  };
  if (backwards)
    std::for_each(points.rbegin(), points.rend(), add);
  else
    std::ranges::for_each(points, add);
  return text;
}

/// Returns the band of a curve; empty if it has no height.
std::string band_latex(const std::vector<CurvePoint>& points,
                       const std::string& colour) {
  const bool band = std::ranges::any_of(
      points, [](const auto& point) { return point.high > point.low; });
  if (!band) return "";
  return fmt::format(
      "\\addplot[draw=none, fill={0}, fill opacity=0.15, forget plot] "
      "coordinates {{{1}{2}}} -- cycle;\n",
      colour, coordinates(points, &CurvePoint::high),
      coordinates(points, &CurvePoint::low, true));
}

std::string curve_latex(const FigureCurve& curve, std::size_t c) {
  return band_latex(curve.points, colour_name(c)) +
         fmt::format(
             "\\addplot[{}, thick, no marks{}] coordinates {{{}}};\n"
             "\\addlegendentry{{{}}}\n",
             colour_name(c), dash_pattern(c),
             coordinates(curve.points, &CurvePoint::mean),
             latex_escaped_text(curve.name));
}

/// Returns names of the places 0, 1, ... as options of an axis.
std::string ticks_latex(const std::vector<std::string>& ticks) {
  if (ticks.empty()) return "";
  std::string places;
  std::string names;
  for (std::size_t t = 0; t < ticks.size(); ++t) {
    places += (t > 0 ? "," : "") + std::to_string(t);
    names += (t > 0 ? "," : "") + ("{" + latex_escaped_text(ticks[t]) + "}");
  }
  return "  xtick={" + places + "}, xticklabels={" + names +
         "}, x tick label style={rotate=30, anchor=east},\n";
}

/// Returns the limits of the axes that the panels share.
std::string common_limits(const ReportPanels& panels) {
  double least = std::numeric_limits<double>::infinity();
  double most = -least;
  const auto include = [&](double low, double high) {
    least = std::min(least, low);
    most = std::max(most, high);
  };
  for (const ReportPanels::Panel& panel : panels.panels) {
    for (const auto& curve : panel.curves)
      for (const CurvePoint& point : curve) include(point.low, point.high);
    for (const auto& marks : panel.published)
      for (const MarkedPoint& mark : marks) include(mark.value, mark.value);
  }
  if (!(least < most)) return "";
  const double margin = 0.05 * (most - least);
  return fmt::format("  ymin={:.6g}, ymax={:.6g},\n", least - margin,
                     most + margin);
}

constexpr const char* kHere = "mark=o";
/// Marks values after the end of the curves, where they are drawn.
constexpr const char* kLater = "mark=triangle, mark options={rotate=-90}";

/// Returns the published values of a line as hollow marks.
std::string published_latex(const std::vector<MarkedPoint>& marks, double last,
                            const std::string& colour) {
  std::string text;
  for (const bool later : {false, true}) {
    std::string points;
    for (const MarkedPoint& mark : marks)
      if ((mark.at > last) == later)
        points += fmt::format(" ({:.6g},{:.6g})", std::min(mark.at, last),
                              mark.value);
    if (!points.empty())
      text += fmt::format(
          "\\addplot[{}, only marks, {}, forget plot] coordinates {{{}}};\n",
          colour, later ? kLater : kHere, points);
  }
  return text;
}

/// Returns a legend's entries for published values.
std::string published_legend(const ReportPanels& panels) {
  const auto entry = [](const auto& mark, const char* words) {
    return fmt::format(
        "\\addlegendimage{{black, only marks, {}}}\n"
        "\\addlegendentry{{{}}}\n",
        mark, words);
  };
  const auto [here, later] = panels.published();
  return (here.empty() ? "" : entry(kHere, "published")) +
         (later.empty() ? "" : entry(kLater, "published, later"));
}

/// Returns a panel; the first one names the legend's entries.
std::string panel_latex(const ReportPanels& panels, std::size_t number) {
  const ReportPanels::Panel& panel = panels.panels[number];
  std::string text =
      "\\nextgroupplot[title={" + latex_escaped_text(panel.title) + "}" +
      (number == 0 ? ", legend to name=panellegend" : "") + "]\n";
  for (std::size_t c = 0; c < panel.curves.size(); ++c) {
    const auto& points = panel.curves[c];
    const bool is_baseline = std::cmp_equal(c, panels.baseline);
    const std::string colour = is_baseline ? "black" : colour_name(c);
    const std::string dashes =
        is_baseline ? ", dotted" : dash_pattern(c + c / kMaxCurves);
    text += band_latex(points, colour);
    text +=
        points.empty()
            ? fmt::format("\\addlegendimage{{{}, thick{}}}\n", colour, dashes)
            : fmt::format(
                  "\\addplot[{}, thick, mark={}{}] coordinates {{{}}};\n",
                  colour, points.size() > 20 ? "none" : "*", dashes,
                  coordinates(points, &CurvePoint::mean));
    if (number == 0 && !panels.lines.empty())
      text += "\\addlegendentry{" + latex_escaped_text(panels.lines[c]) + "}\n";
    if (!panel.published.empty())
      text += published_latex(panel.published[c], panels.last(), colour);
  }
  return number == 0 ? text + published_legend(panels) : text;
}

}  // namespace

std::string report_latex(const ReportTable& table) {
  std::string text =
      "\\begin{tabular}{l" +
      std::string(std::max<std::size_t>(table.columns.size(), 1) - 1, 'r') +
      "}\n\\toprule\n";
  const auto add_row = [&](const auto& cells, const auto& text_of) {
    bool first = true;
    for (const auto& cell : cells)
      text += (std::exchange(first, false) ? "" : " & ") + text_of(cell);
    text += " \\\\\n";
  };
  add_row(table.columns, latex_escaped_text);
  text += "\\midrule\n";
  for (const ReportRow& row : table.rows)
    add_row(row, [](const ReportCell& cell) {
      const std::string escaped = latex_escaped_text(cell.text);
      return cell.strong ? "\\textbf{" + escaped + "}" : escaped;
    });
  return text + "\\bottomrule\n\\end{tabular}\n";
}

std::string report_latex(const ReportFigure& figure) {
  std::string text =
      colour_definitions() + "\\begin{tikzpicture}\n\\begin{axis}[" +
      "width=0.95\\linewidth, height=0.62\\linewidth, grid=major,\n"
      "  grid style={gray!20}, scaled x ticks=false,\n"
      "  x tick label style={/pgf/number format/fixed},\n"
      "  legend style={at={(0.5,0)}, yshift=-10mm, anchor=north, draw=none,\n"
      "    font=\\footnotesize}, legend columns=2, legend cell align=left,\n" +
      fmt::format("  title={{{}}}, xlabel={{{}}}, ylabel={{{}}}]\n",
                  latex_escaped_text(figure.title),
                  latex_escaped_text(figure.x), latex_escaped_text(figure.y));
  for (std::size_t c = 0; c < figure.curves.size(); ++c)
    text += curve_latex(figure.curves[c], c);
  return text + "\\end{axis}\n\\end{tikzpicture}\n";
}

std::string report_latex(const ReportPanels& panels) {
  const std::size_t columns = std::max<std::size_t>(panels.columns, 1);
  const std::size_t rows = (panels.panels.size() + columns - 1) / columns;
  const double width = 0.9 / static_cast<double>(columns);
  std::string text =
      colour_definitions() + "\\begin{tikzpicture}\n\\begin{groupplot}[" +
      fmt::format(
          "group style={{group size={} by {}, x descriptions at=edge bottom,\n"
          "  y descriptions at=edge left, horizontal sep=3mm, vertical "
          "sep=9mm}},\n  width={:.2f}\\linewidth, "
          "height={:.2f}\\linewidth, scale only axis=false,\n",
          columns, rows, width + 0.06, std::min(0.8 * width + 0.06, 0.5)) +
      "  grid=major, grid style={gray!20}, scaled x ticks=false,\n" +
      ticks_latex(panels.ticks) + common_limits(panels) +
      fmt::format(
          "  xlabel={{{}}}, ylabel={{{}}}, legend columns=4,\n"
          "  legend style={{draw=none, font=\\footnotesize}}]\n",
          latex_escaped_text(panels.x), latex_escaped_text(panels.y));
  for (std::size_t p = 0; p < panels.panels.size(); ++p)
    text += panel_latex(panels, p);
  text += "\\end{groupplot}\n\\end{tikzpicture}\n";
  if (!panels.lines.empty() || panels.has_published())
    text += "\n\\pgfplotslegendfromname{panellegend}\n";
  return text;
}

std::string latex_document(const std::string& body) {
  return "\\documentclass{article}\n"
         "\\usepackage[utf8]{inputenc}\n\\usepackage[T1]{fontenc}\n"
         "\\usepackage[a4paper,margin=20mm]{geometry}\n"
         "\\usepackage{amssymb,booktabs,graphicx,xcolor,pgfplots}\n"
         "\\usepgfplotslibrary{groupplots}\n"
         "\\pgfplotsset{compat=1.14}\n\\setlength{\\parindent}{0pt}\n"
         "\\begin{document}\n" +
         body + "\\end{document}\n";
}

}  // namespace fedltr
