#include "app/schema/grid_axes.hpp"

#include <algorithm>
#include <set>

#include "app/base/text.hpp"
#include "app/schema/key_names.hpp"
#include "app/schema/named_points.hpp"

namespace fedltr {
namespace {

constexpr std::size_t kMaxPoints = 100000;

/// Returns the key of a companion: that of the section, or the parameter that
/// belongs to the method which the value names.
/// @param section  with its dot
std::string companion_key(const std::string& section, const std::string& method,
                          const std::string& name) {
  const std::string parameter = section + method + "." + name;
  return !find_key(section + name) && find_key(parameter) ? parameter
                                                          : section + name;
}

/// Removes the words `name=value` from the end of a grid's value and returns
/// them: companion settings of the same section, `sign-flip factor=10`.
std::vector<Setting> take_companions(Setting& setting) {
  const std::string section = setting.key.substr(0, setting.key.find('.') + 1);
  std::vector<Setting> companions;
  std::string& text = setting.value.text;
  for (std::size_t blank = text.rfind(' '); blank != std::string::npos;
       blank = text.rfind(' ')) {
    const std::size_t equals = text.find('=', blank);
    if (equals == std::string::npos) break;
    companions.push_back({text.substr(blank + 1, equals - blank - 1),
                          {text.substr(equals + 1), setting.value.base},
                          setting.where});
    text = trim(text.substr(0, blank));
  }
  for (Setting& each : companions)
    each.key = companion_key(section, text, each.key);
  return companions;
}

/// Returns how many of the settings set the key, by any of its names.
std::ptrdiff_t times_set(const std::vector<Setting>& settings,
                         const std::string& key) {
  return std::ranges::count_if(settings, [&](const Setting& each) {
    return mean_the_same(each.key, key);
  });
}

/// Checks a setting that a value of the grid brings along, and gives its key
/// its present name.
void check_companion(Setting& setting, const std::vector<Setting>& grid) {
  check_known(setting);
  check_in_grid(setting);
  setting.key = present_name(setting.key);
  if (times_set(grid, setting.key) > 0)
    fail(setting, "is also in the grid by itself");
}

GridAxis read_values(const Setting& key, const std::vector<Setting>& grid) {
  GridAxis axis{.key = key.key};
  const std::vector<std::string> texts = split(key.value.text, ',');
  if (texts.empty()) fail(key, "expected values, separated by commas");
  for (const std::string& text : texts) {
    if (std::ranges::count(texts, text) > 1)
      fail(key, "'" + text + "' occurs twice");
    Setting setting{key.key, {text, key.value.base}, key.where};
    GridValue& value =
        axis.values.emplace_back(GridValue{text, take_companions(setting)});
    for (Setting& each : value.settings) {
      check_companion(each, grid);
      if (times_set(value.settings, each.key) > 1)
        fail(each, "occurs twice in '" + text + "'");
    }
    value.settings.push_back(std::move(setting));
  }
  return axis;
}

std::vector<WrittenPoint> written_points(const Setting& list) {
  try {
    return read_named_points(list.value.text);
  } catch (const std::invalid_argument& error) {
    fail(list, error.what());
  }
}

GridAxis read_points(const Setting& list, const std::vector<Setting>& grid) {
  GridAxis axis{.key = list.key, .is_named = true};
  std::set<std::string> sets;
  for (const WrittenPoint& point : written_points(list)) {
    GridValue& value = axis.values.emplace_back(GridValue{point.name});
    for (const auto& [key, text] : point.settings) {
      Setting& setting = value.settings.emplace_back(
          key, Value{text, list.value.base},
          list.where + ": point '" + point.name + "' of " + list.key);
      check_companion(setting, grid);
      sets.insert(setting.key);
    }
  }
  axis.sets.assign(sets.begin(), sets.end());
  return axis;
}

/// Returns the keys that an axis sets by any of its values.
std::set<std::string> keys_set_by(const GridAxis& axis) {
  std::set<std::string> keys;
  for (const GridValue& value : axis.values)
    for (const Setting& setting : value.settings) keys.insert(setting.key);
  return keys;
}

/// Refuses a key that two axes set: the later one would hide the other's.
void refuse_common_keys(const std::vector<GridAxis>& axes,
                        const std::vector<Setting>& grid) {
  for (std::size_t a = 0; a < axes.size(); ++a)
    for (std::size_t b = 0; b < a; ++b) {
      const std::set<std::string> others = keys_set_by(axes[b]);
      for (const std::string& key : keys_set_by(axes[a]))
        if (std::ranges::any_of(others, [&](const std::string& other) {
              return mean_the_same(other, key);
            }))
          fail(grid[a], "its values and those of " + axes[b].key + " set " +
                            key + "; only one of them may");
    }
}

}  // namespace

std::vector<GridAxis> read_axes(const std::vector<Setting>& grid) {
  std::vector<GridAxis> axes;
  std::size_t points = 1;
  for (const Setting& each : grid) {
    axes.push_back(is_points_key(each.key) ? read_points(each, grid)
                                           : read_values(each, grid));
    points *= axes.back().values.size();
    if (points > kMaxPoints)
      fail(each,
           "the grid has more than " + std::to_string(kMaxPoints) + " points");
  }
  refuse_common_keys(axes, grid);
  return axes;
}

}  // namespace fedltr
