#include "app/report/page.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <string_view>

#include <spdlog/fmt/fmt.h>

namespace fedltr {
namespace {

struct CurveStyle {
  const char* colour;
  std::vector<int> dashes;
};

/// Colours after Okabe and Ito (2008); lighter ones are darkened to a contrast
/// of 3 on white.
const std::array<CurveStyle, kMaxCurves>& curve_styles() {
  static const std::array<CurveStyle, kMaxCurves> styles = {{
      {"#0072b2", {}},
      {"#d55e00", {8, 3}},
      {"#009e73", {2, 3}},
      {"#c0659a", {10, 3, 2, 3}},
      {"#a87700", {}},
      {"#3b8fc4", {5, 5}},
      {"#7f7f7f", {2, 2}},
      {"#8b5fbf", {12, 4}},
  }};
  return styles;
}

bool is_numeric(const std::string& text) {
  static const std::string_view kSigns = "0123456789.,+-±×<=pe ▲▼△▽";
  return text == "unbounded" ||
         text.find_first_not_of(kSigns) == std::string::npos;
}

}  // namespace

bool is_numeric_column(const ReportTable& table, std::size_t column) {
  return std::ranges::all_of(table.rows, [&](const ReportRow& row) {
    return is_numeric(row[column].text);
  });
}

double ReportPanels::last() const {
  double last = -std::numeric_limits<double>::infinity();
  for (const Panel& panel : panels)
    for (const auto& curve : panel.curves)
      if (!curve.empty()) last = std::max(last, curve.back().at);
  return last;
}

ReportPanels::Published ReportPanels::published() const {
  std::set<double> places;
  for (const Panel& panel : panels)
    for (const auto& marks : panel.published)
      for (const MarkedPoint& mark : marks) places.insert(mark.at);
  const auto end = places.upper_bound(last());
  return {{places.begin(), end}, {end, places.end()}};
}

bool ReportPanels::has_published() const {
  const auto [here, later] = published();
  return !here.empty() || !later.empty();
}

const char* curve_colour(std::size_t curve) {
  return curve_styles()[curve % kMaxCurves].colour;
}

const std::vector<int>& curve_dashes(std::size_t curve) {
  return curve_styles()[curve % kMaxCurves].dashes;
}

std::string block_name(std::size_t number, const std::string& title) {
  constexpr std::size_t kLongest = 48;
  std::string name = fmt::format("{:02}-", number);
  for (const char c : title) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    const bool capital = c >= 'A' && c <= 'Z';
    if (plain || capital)
      name += capital ? static_cast<char>(c - 'A' + 'a') : c;
    else if (name.back() != '-')
      name += '-';
    if (name.size() == kLongest) break;
  }
  if (name.back() == '-') name.pop_back();
  return name;
}

}  // namespace fedltr
