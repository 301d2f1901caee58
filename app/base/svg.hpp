#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fedltr {

/// Value of an attribute. Real numbers have one decimal, so that pictures are
/// identical if sums agree to it.
class SvgValue {
 public:
  SvgValue(int number) : text_(std::to_string(number)) {}
  SvgValue(double number);
  SvgValue(std::string text) : text_(std::move(text)) {}
  SvgValue(const char* text) : text_(text) {}

  const std::string& text() const { return text_; }

 private:
  std::string text_;
};
using SvgAttributes = std::vector<std::pair<std::string_view, SvgValue>>;

/// Escapes a text for XML, between tags and in attributes; U+FFFD replaces
/// control characters, which XML forbids, and bytes that are not UTF-8.
std::string xml_escaped(std::string_view text);

/// An SVG picture on white, also readable on a dark page. Coordinates are
/// pixels from the upper left corner.
class Svg {
 public:
  Svg(int width, int height, int font_size);

  /// Adds an element without content, e.g. {"x1", 2.5}.
  void add(std::string_view element, const SvgAttributes& attributes);
  /// Adds a text whose baseline starts at (x, y), unless `more` overrides it.
  void text(SvgValue x, SvgValue y, std::string_view text,
            const SvgAttributes& more = {});

  /// Adds another picture, its upper left corner at (x, y).
  void embed(double x, double y, const std::string& picture);

  /// Closes the picture.
  std::string take();

 private:
  std::string svg_;
};

/// Formats a path through points: "1.0,2.0 3.5,4.0".
std::string svg_points(const std::vector<std::pair<double, double>>& points);

}  // namespace fedltr
