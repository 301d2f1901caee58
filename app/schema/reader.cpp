#include "app/schema/reader.hpp"

#include <algorithm>
#include <ranges>
#include <set>

#include <spdlog/spdlog.h>

#include "app/base/errors.hpp"
#include "app/schema/grid_axes.hpp"
#include "app/schema/key_names.hpp"
#include "app/schema/method_tables.hpp"
#include "app/schema/named_points.hpp"
#include "app/schema/picture_rules.hpp"
#include "app/schema/resolved_keys.hpp"
#include "app/schema/settings.hpp"

namespace fedltr {
namespace {

/// Finds the setting of a key: by its name, or by an old name that several keys
/// share if this one has an effect; end if there is none.
auto given_setting(const Key& key, const std::vector<Setting>& settings,
                   const Scenario& scenario) {
  const auto found = std::ranges::find(settings, key.name, &Setting::key);
  if (found != settings.end() || !key.is_parameter || key.old_names.empty() ||
      !key.applies(scenario))
    return found;
  return std::ranges::find_if(settings, [&](const Setting& setting) {
    return std::ranges::count(key.old_names, setting.key) > 0;
  });
}

/// Sets a key to its given value or its default.
void resolve_value(const Key& key, const std::filesystem::path& file,
                   const std::vector<Setting>& settings, Scenario& scenario) {
  const auto found = given_setting(key, settings, scenario);
  Value value{default_text(key, scenario), file.parent_path()};
  if (key.name == "run.name") value.text = file.stem().string();
  if (found != settings.end()) value = found->value;
  try {
    set(scenario, key, value);
  } catch (const std::invalid_argument& error) {
    const bool is_given = found != settings.end();
    const bool is_renamed = is_given && found->key != key.name;
    fail(is_given ? *found : Setting{key.name, value, "default"},
         (is_renamed ? "now " + key.name + ": " : "") + error.what());
  }
}

/// Sets every key; those whose defaults follow the others' values last.
/// @param settings  in effect, of `all`
Scenario resolve_values(const std::filesystem::path& file,
                        const std::vector<Setting>& settings,
                        const Settings& all) {
  Scenario scenario;
  scenario.silo.on = all.silo;
  scenario.members.on = all.members;
  scenario.own = all.own;
  scenario.question = all.question;
  for (const bool follows : {false, true})
    for (const Key& key : keys())
      if (static_cast<bool>(key.default_in) == follows)
        resolve_value(key, file, settings, scenario);
  return scenario;
}

/// Finds the setting that a conflict mentions: by its full name, otherwise by
/// its section; end if there is neither.
auto spoken_of(const Conflict& conflict, const std::vector<Setting>& settings) {
  const std::string said = conflict.key + " " + conflict.what;
  const auto is_said = [&](const std::string& name) {
    return said.find(name) != said.npos;
  };
  const auto whole = std::ranges::find_if(settings, is_said, &Setting::key);
  if (whole != settings.end()) return whole;
  return std::ranges::find_if(settings, [&](const Setting& setting) {
    return is_said(setting.key.substr(0, setting.key.find('.') + 1));
  });
}

/// Blames the user's line, even if the conflicting value is a default.
[[noreturn]] void fail(const std::filesystem::path& file,
                       const std::vector<Setting>& settings,
                       const Conflict& conflict, const std::string& value) {
  const auto found = std::ranges::find(settings, conflict.key, &Setting::key);
  if (found != settings.end()) fail(*found, conflict.what);
  const std::string what = conflict.key + (value.empty() ? "" : " = " + value) +
                           " (not set): " + conflict.what;
  const auto other = spoken_of(conflict, settings);
  if (other != settings.end()) fail(*other, what);
  throw UsageError(file.string() + ": " + what);
}

Scenario resolve(const std::filesystem::path& file,
                 const std::vector<Setting>& settings, const Settings& all) {
  if (all.silo && all.members)
    throw UsageError(file.string() +
                     ": has keys of [silo] and of [members]: expected one of "
                     "the two");
  Scenario scenario = resolve_values(file, settings, all);
  if (const auto conflict = find_conflict(scenario))
    fail(file, settings, *conflict, scenario.text.at(conflict->key));
  if (scenario.run.out.empty())
    set(scenario, "run.out", "runs/" + scenario.run.name);
  return scenario;
}

/// True if a text is a default of the key for any of its methods.
bool is_default(const Key& key, const std::string& text, Study study) {
  return text == fallback_of(key, study) ||
         std::ranges::count(key.defaults, text) > 0;
}

/// Returns the needs of keys that share an old name: "attack.kind = lie, ipm or
/// scaled".
std::string joint_needs(const std::vector<const Key*>& keys) {
  std::vector<std::string> needs = {keys[0]->needs};
  const std::string beginning = needs[0].substr(0, needs[0].find("= ") + 2);
  for (const Key* key : keys | std::views::drop(1))
    needs.push_back(key->needs.starts_with(beginning)
                        ? key->needs.substr(beginning.size())
                        : key->needs);
  return one_of(needs);
}

/// Describes the conditions under which one of these keys has an effect.
std::string needs_of(const std::vector<const Key*>& keys,
                     const Scenario& scenario) {
  const Key& key = *keys[0];
  if (scenario.members.on && is_of_simulated_users(key) &&
      !scenario.members.has_simulated_users())
    return "members.source = simulated";
  if (scenario.members.on && is_of_users(key) && !scenario.members.has_users())
    return "members.source = simulated, clicks or log";
  if (in_study(key, scenario)) return joint_needs(keys);
  if (key.study == Study::kSilo) return "a [silo]";
  if (key.study == Study::kMembers) return "[members]";
  return scenario.members.on ? "a scenario without [members]"
                             : "a federation instead of a [silo]";
}

/// True if one of these keys has an effect in a scenario.
bool has_effect(const std::vector<const Key*>& keys, const Scenario& scenario) {
  return std::ranges::any_of(keys, [&](const Key* key) {
    return in_study(*key, scenario) &&
           (!key->applies || key->applies(scenario));
  });
}

/// Refuses a key that has no effect at any point: the user expects one. A
/// default value is accepted, so that a printed scenario can be read back.
void refuse_without_effect(const Settings& all,
                           const std::vector<GridPoint>& points) {
  for (const auto* settings : {&all.plain, &all.grid})
    for (const Setting& setting : *settings) {
      if (is_points_key(setting.key)) continue;
      const auto& meant = keys_meant(setting.key);
      const Study study = all.silo ? Study::kSilo : Study::kFederation;
      if (std::ranges::any_of(meant, [&](const Key* key) {
            return is_default(*key, setting.value.text, study);
          }))
        continue;
      if (std::ranges::none_of(points, [&](const GridPoint& point) {
            return has_effect(meant, point.scenario);
          }))
        fail(setting, "has no effect here; needs " +
                          needs_of(meant, points.front().scenario));
    }
}

/// Replaces old names that several keys share by those of a scenario.
void use_present_names(std::vector<std::string>& names,
                       const Scenario& scenario) {
  std::set<std::string> present;
  for (const std::string& name : names)
    present.insert(present_name(name, scenario));
  names.assign(present.begin(), present.end());
}

/// @param number  of the point; the last axis varies fastest
GridPoint read_point(const std::filesystem::path& file, const Settings& all,
                     const std::vector<GridAxis>& axes, std::size_t number) {
  GridPoint point;
  std::vector<Setting> effective = all.plain;
  std::vector<NamedPoint> named;
  for (std::size_t a = axes.size(); a-- > 0;) {
    const GridAxis& axis = axes[a];
    const GridValue& value = axis.values[number % axis.values.size()];
    number /= axis.values.size();
    point.settings.emplace(point.settings.begin(), axis.key, value.text);
    if (axis.is_named)
      named.insert(named.begin(), {axis.key, value.text, axis.sets});
    for (const Setting& each : value.settings) put(effective, each);
  }
  point.scenario = resolve(file, effective, all);
  for (NamedPoint& each : named) use_present_names(each.sets, point.scenario);
  point.scenario.named_points = std::move(named);
  return point;
}

/// Refuses a setting that a value of the grid brings along if it has no effect
/// at any point with that value.
void refuse_companions_without_effect(const std::vector<GridAxis>& axes,
                                      const std::vector<GridPoint>& points) {
  for (std::size_t a = 0; a < axes.size(); ++a)
    for (const GridValue& value : axes[a].values)
      for (const Setting& setting : value.settings) {
        const auto& meant = keys_meant(setting.key);
        if (!meant[0]->applies || setting.key == axes[a].key) continue;
        const GridPoint* last = nullptr;
        const bool applies =
            std::ranges::any_of(points, [&](const GridPoint& point) {
              if (point.settings[a].second != value.text) return false;
              last = &point;
              return has_effect(meant, point.scenario);
            });
        if (!applies)
          fail(setting,
               "has no effect here; needs " + needs_of(meant, last->scenario));
      }
}

ReadScenario resolve_all(const std::filesystem::path& file, Settings all) {
  ReadScenario read;
  const std::vector<GridAxis> axes = read_axes(all.grid);
  std::size_t points = 1;
  for (const GridAxis& axis : axes) {
    read.grid_keys.push_back(axis.key);
    points *= axis.values.size();
  }
  for (std::size_t number = 0; number < points; ++number)
    read.points.push_back(read_point(file, all, axes, number));
  refuse_companions_without_effect(axes, read.points);
  refuse_without_effect(all, read.points);
  check_pictures(all, read.points);
  if (!read.grid_keys.empty() && !read.points[0].scenario.run.speedup.empty())
    throw UsageError(
        all.grid[0].where + ": " + all.grid[0].key +
        ": a [grid], whose points run in parallel, conflicts with run.speedup");
  read.renamed = all.renamed;
  read.file = file;
  read.settings = std::make_shared<const Settings>(std::move(all));
  return read;
}

bool sets_nothing(const Settings& all) {
  return all.plain.empty() && all.grid.empty() && !all.silo && !all.members;
}

}  // namespace

ReadScenario read_scenario(const std::filesystem::path& file,
                           const std::vector<std::string>& settings,
                           std::shared_ptr<const OwnMethods> own) {
  Settings all;
  all.own = std::move(own);
  read_file(file, all);
  if (sets_nothing(all) && settings.empty())
    spdlog::warn(
        "{}: sets no key, so each has its default (fedltr check prints them)",
        file.string());
  add_command_line(settings, "--set", all);
  return resolve_all(file, std::move(all));
}

ReadScenario with_settings(const ReadScenario& read,
                           const std::vector<std::string>& settings) {
  Settings all = *read.settings;
  add_command_line(settings, "--set", all);
  return resolve_all(read.file, std::move(all));
}

Scenario default_scenario(const std::vector<std::string>& settings,
                          const std::string& where) {
  Settings all;
  add_command_line(settings, where, all);
  return resolve("fedltr", all.plain, all);
}

Scenario unchecked_scenario(const std::vector<std::string>& settings,
                            const std::string& where) {
  Settings all;
  add_command_line(settings, where, all);
  return resolve_values("fedltr", all.plain, all);
}

std::vector<std::pair<std::string, std::string>> resolved_keys(
    const Scenario& scenario) {
  std::vector<std::pair<std::string, std::string>> resolved;
  for (const Key& key : keys()) {
    if (!in_study(key, scenario)) continue;
    // A parameter of a method that was not chosen, left at its default.
    if (key.is_parameter && !key.applies(scenario) &&
        is_default(key, scenario.text.at(key.name), study_of(scenario)))
      continue;
    if (is_of_picture(key) && scenario.text.at(key.name).empty()) continue;
    resolved.emplace_back(key.name, scenario.text.at(key.name));
  }
  return resolved;
}

namespace {

/// Returns the mark that turns a line into a comment, or "". Needed if the
/// value holds '#', which begins a comment, or the key has no effect at this
/// point.
std::string mark_of(const std::string& name, const std::string& value,
                    const Scenario& scenario) {
  if (value.find('#') != std::string::npos) return "# by --set: ";
  const Key& key = *find_key(name);
  if (is_of_picture(key)) return "# of the grid: ";
  const bool matters = !key.applies || key.applies(scenario) ||
                       is_default(key, value, study_of(scenario));
  return matters ? "" : "# no effect here: ";
}

}  // namespace

std::string print_scenario(const Scenario& scenario) {
  std::string text;
  std::string section;
  for (const auto& [key, value] : resolved_keys(scenario)) {
    const std::size_t dot = key.find('.');
    if (key.substr(0, dot) != section) {
      section = key.substr(0, dot);
      text += (text.empty() ? "[" : "\n[") + section + "]\n";
    }
    text += mark_of(key, value, scenario) + key.substr(dot + 1) + " = " +
            value + "\n";
  }
  return text;
}

}  // namespace fedltr
