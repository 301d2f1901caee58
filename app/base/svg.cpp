#include "app/base/svg.hpp"

#include <spdlog/fmt/fmt.h>

#include "algorithms/text/utf8.hpp"

namespace fedltr {
namespace {

std::string opening(std::string_view element, const SvgAttributes& attributes) {
  std::string tag = "<" + std::string(element);
  for (const auto& [name, value] : attributes)
    tag += fmt::format(" {}=\"{}\"", name, xml_escaped(value.text()));
  return tag;
}

/// True for a character that XML allows (XML 1.0, section 2.2); others can't be
/// escaped either.
bool is_of_xml(char32_t c) {
  return c < ' ' ? c == '\t' || c == '\n' || c == '\r'
                 : c != 0xFFFE && c != 0xFFFF;
}

}  // namespace

SvgValue::SvgValue(double number) : text_(fmt::format("{:.1f}", number)) {}

std::string xml_escaped(std::string_view text) {
  std::string safe;
  for (std::size_t at = 0; at < text.size();)
    switch (const char32_t c = next_character(text, at)) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      default:
        append_utf8(safe, is_of_xml(c) ? c : kNoCharacter);
    }
  return safe;
}

Svg::Svg(int width, int height, int font_size) {
  svg_ = opening("svg", {{"xmlns", "http://www.w3.org/2000/svg"},
                         {"width", width},
                         {"height", height},
                         {"viewBox", fmt::format("0 0 {} {}", width, height)},
                         {"font-family", "sans-serif"},
                         {"font-size", font_size}}) +
         ">\n";
  add("rect", {{"width", width}, {"height", height}, {"fill", "white"}});
}

void Svg::add(std::string_view element, const SvgAttributes& attributes) {
  svg_ += opening(element, attributes) + "/>\n";
}

void Svg::text(SvgValue x, SvgValue y, std::string_view text,
               const SvgAttributes& more) {
  SvgAttributes attributes = {{"x", std::move(x)}, {"y", std::move(y)}};
  attributes.insert(attributes.end(), more.begin(), more.end());
  svg_ += opening("text", attributes) + ">" + xml_escaped(text) + "</text>\n";
}

void Svg::embed(double x, double y, const std::string& picture) {
  svg_ +=
      opening("g",
              {{"transform", fmt::format("translate({:.1f} {:.1f})", x, y)}}) +
      ">\n" + picture + "</g>\n";
}

std::string Svg::take() {
  return std::move(svg_) + "</svg>\n";
}

std::string svg_points(const std::vector<std::pair<double, double>>& points) {
  std::string text;
  for (const auto& [x, y] : points)
    text += fmt::format("{}{:.1f},{:.1f}", text.empty() ? "" : " ", x, y);
  return text;
}

}  // namespace fedltr
