#include "app/schema/published.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "algorithms/core/require.hpp"
#include "app/base/text.hpp"
#include "app/schema/key_names.hpp"

namespace fedltr {
namespace {

using Places = std::vector<std::vector<std::pair<std::string, std::string>>>;

/// Adds a setting to all places: a list of values makes a place of each.
void add_setting(const std::string& word, Places& places) {
  const std::size_t equals = word.find('=');
  require(equals != std::string::npos && equals > 0,
          "'" + word + "': expected section.key=value without blanks");
  const std::string key = present_name(word.substr(0, equals));
  for (const auto& setting : places[0])
    require(setting.first != key, "names " + key + " twice");
  const auto values = split(word.substr(equals + 1), ',');
  require(!values.empty(), "'" + word + "': expected a value");
  require(values.size() == 1 || places.size() == 1,
          "'" + word + "': only one setting may list several values");
  places.resize(std::max(values.size(), places.size()), places[0]);
  for (std::size_t p = 0; p < places.size(); ++p)
    places[p].emplace_back(key, values[values.size() == 1 ? 0 : p]);
}

double number_in(const std::string& text) {
  const auto number = parse_real(text);
  require(number && std::isfinite(*number), "'" + text + "' is no number");
  return *number;
}

}  // namespace

std::vector<PublishedValue> read_published(const std::string& text) {
  std::vector<PublishedValue> all;
  for (const std::string& line : split(text, ';')) {
    const std::size_t colon = line.rfind(':');
    require(colon != std::string::npos,
            "'" + line + "': expected section.key=value ...: number");
    std::istringstream words(line.substr(0, colon));
    Places places(1);
    for (std::string word; words >> word;) add_setting(word, places);
    const auto numbers = split(line.substr(colon + 1), ',');
    require(numbers.size() == places.size(),
            "'" + line + "': expected a number for each place, got " +
                std::to_string(numbers.size()) + " for " +
                std::to_string(places.size()));
    for (std::size_t p = 0; p < places.size(); ++p)
      all.push_back(
          {std::move(places[p]), number_in(numbers[p]), numbers[p], line});
  }
  return all;
}

}  // namespace fedltr
