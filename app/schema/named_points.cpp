#include "app/schema/named_points.hpp"

#include <algorithm>
#include <sstream>

#include "algorithms/core/require.hpp"
#include "app/base/text.hpp"
#include "app/schema/key_names.hpp"

namespace fedltr {
namespace {

constexpr const char* kForm =
    "expected named points, NAME: section.key=value ..., separated by commas";

/// True if a text can be part of a folder's name.
bool is_name(const std::string& text) {
  return !text.empty() &&
         text.find_first_not_of(
             "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
             "0123456789.-_") == std::string::npos;
}

/// Returns the place of the colon that ends a point's name; npos: none.
std::size_t name_end(const std::string& text) {
  const std::size_t colon = text.find(':');
  return colon < text.find('=') ? colon : std::string::npos;
}

WrittenPoint read_point(const std::string& text) {
  const std::size_t colon = name_end(text);
  require(colon != std::string::npos, "'" + text + "': " + kForm);
  WrittenPoint point{trim(text.substr(0, colon)), {}};
  require(is_name(point.name),
          "'" + point.name +
              "': expected a name of letters, digits, '.', '-' and '_'");
  std::istringstream words(text.substr(colon + 1));
  for (std::string word; words >> word;) {
    const std::size_t equals = word.find('=');
    require(equals != std::string::npos && equals > 0,
            "point '" + point.name + "': '" + word +
                "': expected section.key=value without blanks");
    const std::string key = present_name(word.substr(0, equals));
    for (const auto& setting : point.settings)
      require(!mean_the_same(setting.first, key),
              "point '" + point.name + "' sets " + key + " twice");
    point.settings.emplace_back(key, word.substr(equals + 1));
  }
  return point;
}

}  // namespace

bool is_points_key(const std::string& key) {
  return key.starts_with(kGridPrefix) &&
         key.find('.', kGridPrefix.size()) == std::string::npos;
}

bool defines_points(const std::string& text) {
  return name_end(text) < text.find(',');
}

std::vector<WrittenPoint> read_named_points(const std::string& text) {
  std::vector<WrittenPoint> points;
  for (const std::string& each : split(text, ',')) {
    points.push_back(read_point(each));
    const std::string& name = points.back().name;
    require(std::ranges::count(points, name, &WrittenPoint::name) == 1,
            "'" + name + "' names two points");
  }
  require(!points.empty(), kForm);
  return points;
}

std::string written(const std::vector<WrittenPoint>& points) {
  std::vector<std::string> texts;
  for (const WrittenPoint& point : points) {
    std::string& text = texts.emplace_back(point.name + ":");
    for (const auto& [key, value] : point.settings)
      text += " " + key + "=" + value;
  }
  return join(texts, ", ");
}

std::vector<WrittenPoint> chosen_points(const std::vector<WrittenPoint>& points,
                                        const std::string& names) {
  std::vector<WrittenPoint> chosen;
  for (const std::string& name : split(names, ',')) {
    const auto found = std::ranges::find(points, name, &WrittenPoint::name);
    std::vector<std::string> known;
    for (const WrittenPoint& point : points) known.push_back(point.name);
    require(found != points.end(), "there is no point '" + name +
                                       "'; there are: " + join(known, ", "));
    chosen.push_back(*found);
  }
  return chosen;
}

}  // namespace fedltr
