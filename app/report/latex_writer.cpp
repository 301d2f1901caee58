#include <algorithm>

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

std::string curve_latex(const FigureCurve& curve, std::size_t c) {
  const bool band = std::ranges::any_of(
      curve.points, [](const auto& point) { return point.high > point.low; });
  std::string text;
  if (band)
    text += fmt::format(
        "\\addplot[draw=none, fill={0}, fill opacity=0.15, forget plot] "
        "coordinates {{{1}{2}}} -- cycle;\n",
        colour_name(c), coordinates(curve.points, &CurvePoint::high),
        coordinates(curve.points, &CurvePoint::low, true));
  return text + fmt::format(
                    "\\addplot[{}, thick, no marks{}] coordinates {{{}}};\n"
                    "\\addlegendentry{{{}}}\n",
                    colour_name(c), dash_pattern(c),
                    coordinates(curve.points, &CurvePoint::mean),
                    latex_escaped_text(curve.name));
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

std::string latex_document(const std::string& body) {
  return "\\documentclass{article}\n"
         "\\usepackage[utf8]{inputenc}\n\\usepackage[T1]{fontenc}\n"
         "\\usepackage[a4paper,margin=20mm]{geometry}\n"
         "\\usepackage{amssymb,booktabs,graphicx,xcolor,pgfplots}\n"
         "\\pgfplotsset{compat=1.14}\n\\setlength{\\parindent}{0pt}\n"
         "\\begin{document}\n" +
         body + "\\end{document}\n";
}

}  // namespace fedltr
