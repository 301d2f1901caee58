#include <algorithm>

#include <spdlog/fmt/fmt.h>

#include "app/base/svg.hpp"
#include "app/report/writers.hpp"

namespace fedltr {
namespace {

constexpr int kRow = 22;
constexpr int kHeading = 30;
constexpr int kGap = 12;         ///< at both sides of a text
constexpr double kLetter = 7.2;  // maximum width in 12 px sans-serif

int text_width(const std::string& text) {
  return static_cast<int>(kLetter * static_cast<double>(text.size())) +
         2 * kGap;
}

/// Returns the left ends of the columns, and the right end of the last.
std::vector<int> column_ends(const ReportTable& table) {
  std::vector<int> ends = {0};
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    int width = text_width(table.columns[c]);
    for (const ReportRow& row : table.rows)
      width = std::max(width, text_width(row[c].text));
    ends.push_back(ends.back() + width);
  }
  return ends;
}

/// Returns white for 0, up to the page's orange for 9.
std::string shade_colour(int shade) {
  const auto mix = [&](int dark) { return 255 - (255 - dark) * shade / 9; };
  return fmt::format("#{:02x}{:02x}{:02x}", mix(228), mix(153), mix(94));
}

void draw_cell(Svg& svg, const ReportCell& cell, int left, int right, int y) {
  if (cell.shade >= 0)
    svg.add("rect", {{"x", left},
                     {"y", y},
                     {"width", right - left},
                     {"height", kRow},
                     {"fill", shade_colour(cell.shade)}});
  SvgAttributes style;
  if (left > 0) style.push_back({"text-anchor", "end"});
  if (cell.strong) style.push_back({"font-weight", "bold"});
  svg.text(left > 0 ? right - kGap : kGap, y + 15, cell.text, style);
}

}  // namespace

std::string report_svg(const ReportTable& table) {
  const std::vector<int> ends = column_ends(table);
  const int rows = static_cast<int>(table.rows.size());
  Svg svg(std::max(ends.back(), text_width(table.title)),
          kHeading + (rows + 1) * kRow + kGap, 12);
  svg.text(kGap, 20, table.title, {{"font-weight", "bold"}});
  int y = kHeading;
  for (std::size_t c = 0; c < table.columns.size(); ++c)
    draw_cell(svg, {table.columns[c], -1, true}, ends[c], ends[c + 1], y);
  for (const ReportRow& row : table.rows) {
    y += kRow;
    for (std::size_t c = 0; c < row.size(); ++c)
      draw_cell(svg, row[c], ends[c], ends[c + 1], y);
  }
  svg.add("line", {{"x1", 0},
                   {"y1", kHeading + kRow},
                   {"x2", ends.back()},
                   {"y2", kHeading + kRow},
                   {"stroke", "#888888"}});
  return svg.take();
}

}  // namespace fedltr
