#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fedltr {

/// Value of an attribute. Real numbers have one digit after the point: pictures
/// are the same bytes wherever sums are the same to that digit.
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

/// A text as XML holds it between tags and in attributes; U+FFFD stands for
/// control characters, which XML has none of, and for bytes that are no UTF-8.
std::string xml_escaped(std::string_view text);

/// An SVG picture on white, so that it can be read on a dark page, too.
/// Coordinates are pixels from the upper left corner.
class Svg {
 public:
  Svg(int width, int height, int font_size);

  /// Adds an element without content, e.g. {"x1", 2.5}.
  void add(std::string_view element, const SvgAttributes& attributes);
  /// Adds a text whose baseline begins at (x, y), unless `more` says otherwise.
  void text(SvgValue x, SvgValue y, std::string_view text,
            const SvgAttributes& more = {});

  /// Closes the picture.
  std::string take();

 private:
  std::string svg_;
};

/// A path through points: "1.0,2.0 3.5,4.0".
std::string svg_points(const std::vector<std::pair<double, double>>& points);

}  // namespace fedltr
