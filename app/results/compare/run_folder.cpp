#include "app/results/compare/run_folder.hpp"

#include <algorithm>
#include <ranges>
#include <set>

#include "app/base/text.hpp"
#include "app/schema/key_names.hpp"
#include "app/schema/key_table.hpp"
#include "app/schema/named_points.hpp"
#include "app/schema/reader.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

std::string without_slash(const fs::path& path) {
  const fs::path normal = path.lexically_normal();
  return (normal.has_filename() ? normal : normal.parent_path()).string();
}

bool is_setting(const std::string& key) {
  return !key.starts_with("run.") && !key.starts_with("checkpoint.");
}

using KeyValues = std::map<std::string, std::string>;

Scenario scenario_with(const KeyValues& keys) {
  std::vector<std::string> settings;
  for (const auto& [key, value] : keys)
    if (!is_points_key(key)) settings.push_back(key + "=" + value);
  return unchecked_scenario(settings);
}

/// Returns the present name of a key of a run; the same name if it is unknown,
/// or the run is of another version.
std::string present_name_in(const KeyValues& keys, const std::string& name) {
  const std::string present = present_name(name);
  if (present != name || keys_meant(name).size() < 2) return present;
  try {
    return present_name(name, scenario_with(keys));
  } catch (const std::exception&) {
    return name;
  }
}

/// Returns the keys of a run that have an effect; all if they can't be read, as
/// those of another version.
std::map<std::string, std::string> effective(const RunFolder& run) {
  try {
    const Scenario scenario = scenario_of(run);
    auto keys = run.scenario;
    std::erase_if(keys, [&](const auto& each) {
      const Key* key = find_key(each.first);
      return key && key->applies && !key->applies(scenario);
    });
    return keys;
  } catch (const std::exception&) {
    return run.scenario;
  }
}

std::vector<KeyValues> effective_settings(const std::vector<RunFolder>& runs) {
  std::vector<KeyValues> all;
  for (const RunFolder& run : runs) all.push_back(effective(run));
  return all;
}

std::vector<std::string> varied(const std::vector<KeyValues>& runs) {
  std::map<std::string, std::set<std::string>> values;
  for (const KeyValues& settings : runs)
    for (const auto& [key, value] : settings)
      if (is_setting(key)) values[key].insert(value);
  std::vector<std::string> varied;
  for (const auto& [key, all] : values)
    if (all.size() > 1) varied.push_back(key);
  return varied;
}

/// Returns the keys that vary among runs of one table: a default that follows
/// the table's key does not.
std::vector<std::string> varied_within(const std::vector<RunFolder>& runs,
                                       const std::vector<KeyValues>& settings,
                                       const std::vector<std::string>& by) {
  std::map<std::vector<std::string>, std::vector<KeyValues>> tables;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    std::vector<std::string> table;
    for (const std::string& key : by) table.push_back(value_of(runs[i], key));
    tables[table].push_back(settings[i]);
  }
  std::set<std::string> within;
  for (const auto& [table, members] : tables)
    for (std::string& key : varied(members)) within.insert(std::move(key));
  return {within.begin(), within.end()};
}

/// True if a run's value of a key is the default that follows from others.
bool is_followed_default(const RunFolder& run, const std::string& key) {
  const Key* known = find_key(key);
  if (!known || !known->default_in) return false;
  try {
    return known->default_in(scenario_of(run)) == value_of(run, key);
  } catch (const std::exception&) {
    return false;  // a run of another version
  }
}

/// Leaves out keys whose values follow from other keys in all runs.
std::vector<std::string> without_defaults(
    std::vector<std::string> keys, const std::vector<RunFolder>& runs,
    const std::vector<KeyValues>& settings) {
  std::erase_if(keys, [&](const std::string& key) {
    for (std::size_t i = 0; i < runs.size(); ++i)
      if (settings[i].contains(key) && !is_followed_default(runs[i], key))
        return false;
    return true;
  });
  return keys;
}

/// True if a run's named points set a key.
bool is_named_by_points(const RunFolder& run, const std::string& key) {
  return std::ranges::any_of(run.named_points, [&](const auto& list) {
    return list.second.contains(key);
  });
}

/// Returns the names of a run's points.
KeyValues names_of_points(const RunFolder& run) {
  KeyValues names;
  for (const auto& [key, sets] : run.named_points)
    names[key] = value_of(run, key);
  return names;
}

/// Leaves out keys whose values follow from the names of points.
std::vector<std::string> without_named(std::vector<std::string> keys,
                                       const std::vector<RunFolder>& runs,
                                       const std::vector<KeyValues>& settings) {
  keys = without_defaults(std::move(keys), runs, settings);
  std::vector<KeyValues> names;
  for (const RunFolder& run : runs) names.push_back(names_of_points(run));
  std::erase_if(keys, [&](const std::string& key) {
    std::map<KeyValues, std::set<std::string>> values;
    for (std::size_t i = 0; i < runs.size(); ++i) {
      const auto found = settings[i].find(key);
      if (found == settings[i].end()) continue;
      if (!is_named_by_points(runs[i], key)) return false;
      values[names[i]].insert(found->second);
    }
    return std::ranges::all_of(
        values, [](const auto& each) { return each.second.size() == 1; });
  });
  return keys;
}

/// Returns the last part of a key, or all of it if another one ends alike.
std::string short_name(const std::string& key,
                       const std::vector<std::string>& keys) {
  const auto end_of = [](const std::string& each) {
    return each.substr(each.rfind('.') + 1);
  };
  return std::ranges::count(keys, end_of(key), end_of) > 1 ? key : end_of(key);
}

std::string setting_label(const KeyValues& settings,
                          const std::vector<std::string>& keys) {
  std::string label;
  for (const std::string& key : keys) {
    const auto found = settings.find(key);
    if (found == settings.end()) continue;
    label += (label.empty() ? "" : ", ") + short_name(key, keys) + "=" +
             found->second;
  }
  return label;
}

/// @param by  keys with a table for each of their values
bool are_distinct(const std::vector<RunFolder>& runs,
                  const std::vector<std::string>& by, std::size_t longest) {
  std::set<std::vector<std::string>> labels;
  for (const RunFolder& run : runs) {
    if (run.label.empty() || (run.label.size() > longest && !run.is_named))
      return false;
    std::vector<std::string> label = {run.label};
    for (const std::string& key : by) label.push_back(value_of(run, key));
    labels.insert(std::move(label));
  }
  return labels.size() == runs.size();
}

/// Returns the last parts of a path.
std::string path_end(const fs::path& path, std::ptrdiff_t parts) {
  const fs::path normal = path.lexically_normal();
  std::vector<std::string> names;
  for (const auto& part : normal)
    if (!part.empty()) names.push_back(part.string());
  const auto first = std::max<std::ptrdiff_t>(0, std::ssize(names) - parts);
  return join(std::ranges::subrange(names.begin() + first, names.end()), "/");
}

}  // namespace

std::vector<std::string> varied_keys(const std::vector<RunFolder>& runs,
                                     const std::vector<std::string>& by) {
  const std::vector<KeyValues> settings = effective_settings(runs);
  return without_named(varied_within(runs, settings, by), runs, settings);
}

void label_runs(std::vector<RunFolder>& runs,
                const std::vector<std::string>& by) {
  constexpr std::size_t kLongest = 40;
  const std::vector<KeyValues> settings = effective_settings(runs);
  const auto shown =
      without_named(varied_within(runs, settings, by), runs, settings);
  for (std::size_t i = 0; i < runs.size(); ++i)
    if (!runs[i].is_named) runs[i].label = setting_label(settings[i], shown);
  // Under the headings of tables, a long label is short enough.
  std::size_t longest = by.empty() ? kLongest : std::string::npos;
  for (std::ptrdiff_t parts = 1; parts < 10; ++parts) {
    if (are_distinct(runs, by, longest)) return;
    for (RunFolder& run : runs)
      if (!run.is_named) run.label = path_end(run.folder, parts);
    longest = std::string::npos;
  }
}

Scenario scenario_of(const RunFolder& run) {
  return scenario_with(run.scenario);
}

void use_present_names(RunFolder& run) {
  const KeyValues before = run.scenario;
  for (const auto& [key, value] : before) {
    const std::string present = present_name_in(before, key);
    if (present == key) continue;
    run.scenario.erase(key);
    run.scenario[present] = value;
  }
  for (auto& [list, keys] : run.named_points) {
    std::set<std::string> present;
    for (const std::string& key : keys)
      present.insert(present_name_in(before, key));
    keys = std::move(present);
  }
}

std::optional<std::string> validation_metric(
    const std::vector<RunFolder>& runs) {
  for (const std::string& metric : runs.at(0).metrics)
    if (metric.starts_with("validation_") &&
        std::ranges::all_of(runs, [&](const RunFolder& run) {
          return run.spreads.contains(metric);
        }))
      return metric;
  return std::nullopt;
}

const std::string* find_value(const RunFolder& run, const std::string& key) {
  auto found = run.scenario.find(key);
  if (found == run.scenario.end())
    found = run.scenario.find(present_name_in(run.scenario, key));
  return found == run.scenario.end() ? nullptr : &found->second;
}

std::string value_of(const RunFolder& run, const std::string& key) {
  const std::string* const value = find_value(run, key);
  return value ? *value : "";
}

bool is_called(const RunFolder& run, const std::string& name) {
  if (run.label == name) return true;
  return ("/" + without_slash(run.folder)).ends_with("/" + without_slash(name));
}

std::optional<NamedSetting> NamedSetting::read(const std::string& text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos) return std::nullopt;
  const std::string key = text.substr(0, equals);
  if (!find_key(key) && !is_points_key(key)) return std::nullopt;
  return NamedSetting{key, text.substr(equals + 1)};
}

bool NamedSetting::holds(const RunFolder& run) const {
  const std::string* const found = find_value(run, key);
  return found && *found == value;
}

}  // namespace fedltr
