#include "scenarios/schema/reader.hpp"

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include <boost/program_options.hpp>

#include "algorithms/core/require.hpp"
#include "scenarios/base/errors.hpp"
#include "scenarios/base/text.hpp"

namespace fedltr {
namespace {

namespace po = boost::program_options;

constexpr std::size_t kMaxPoints = 100000;
constexpr int kDeepestInclude = 16;

/// One `section.key = value` and where it stands.
struct Setting {
  std::string key;
  Value value;
  std::string where;
};

struct Settings {
  std::vector<Setting> plain;
  std::vector<Setting> grid;  ///< key without "grid."
  bool silo = false;          ///< whether there is a [silo]
  std::vector<std::string> renamed;
};

[[noreturn]] void fail(const Setting& setting, const std::string& what) {
  throw UsageError(setting.where + ": " + setting.key + " = " +
                   setting.value.text + ": " + what);
}

/// The later setting of a key wins.
void put(std::vector<Setting>& settings, Setting setting) {
  const auto same = std::ranges::find(settings, setting.key, &Setting::key);
  if (same != settings.end())
    *same = std::move(setting);
  else
    settings.push_back(std::move(setting));
}

void check_known(const Setting& setting) {
  if (find_key(setting.key)) return;
  std::vector<std::string> names;
  for (const Key& key : keys()) {
    names.push_back(key.name);
    names.insert(names.end(), key.old_names.begin(), key.old_names.end());
  }
  fail(setting, "unknown key; nearest is '" + nearest_name(setting.key, names) +
                    "' (all: fedltr list keys)");
}

/// Gives a setting its key's present name, and remembers that it had an old
/// one.
void rename(Setting& setting, Settings& all) {
  const std::string& name = find_key(setting.key)->name;
  if (name == setting.key) return;
  all.renamed.push_back(setting.where + ": " + setting.key + " is called " +
                        name + " now");
  setting.key = name;
}

bool is_same_for_all_points(const std::string& key) {
  static const std::set<std::string> kSame = {"run.threads", "run.scaling",
                                              "run.out", "run.name"};
  return kSame.contains(key) || key.starts_with("checkpoint.");
}

/// A setting of the grid or of the scenario itself; a key may be in one only.
void add(Settings& all, Setting setting, bool again = false) {
  const bool in_grid = setting.key.starts_with("grid.");
  if (in_grid) setting.key.erase(0, 5);
  check_known(setting);
  rename(setting, all);
  all.silo |= setting.key.starts_with("silo.");
  if (in_grid && find_key(setting.key)->is_list)
    fail(setting, "takes a list, so it can't be in a grid");
  if (in_grid && is_same_for_all_points(setting.key))
    fail(setting, "is the same for all points, so it can't be in a grid");
  if (again) {
    const auto first = std::ranges::find(all.plain, setting.key, &Setting::key);
    first->value.text += "; " + setting.value.text;
    return;
  }
  auto& other = in_grid ? all.plain : all.grid;
  std::erase_if(other, [&](auto& each) { return each.key == setting.key; });
  put(in_grid ? all.grid : all.plain, std::move(setting));
}

/// What Boost makes of one line below a section's head.
po::option parse_line(const std::string& section, const std::string& line) {
  static const po::options_description kNone;
  std::istringstream text("[" + section + "]\n" + line + "\n");
  const auto parsed = po::parse_config_file(text, kNone, true);
  require(parsed.options.size() == 1, "expected one key");
  return parsed.options[0];
}

void read_file(const std::filesystem::path& file, int depth, Settings& all);

void include_file(const std::filesystem::path& file, const std::string& other,
                  const std::string& where, int depth, Settings& all) {
  if (depth == kDeepestInclude)
    throw UsageError(where + ": include = " + other +
                     ": files include each other without end");
  try {
    read_file(file.parent_path() / other, depth + 1, all);
  } catch (const UsageError& error) {
    throw UsageError(std::string(error.what()) + " (included from " + where +
                     ")");
  }
}

void read_line(const std::filesystem::path& file, const std::string& where,
               const std::string& line, int depth, std::string& section,
               Settings& own, Settings& all) {
  const std::size_t hash = line.find('#');
  if (hash != std::string::npos && hash > 0 && line[hash - 1] != ' ' &&
      line[hash - 1] != '\t')
    throw UsageError(where +
                     ": '#' starts a comment, so it can't be part of a "
                     "value; put a blank before a comment");
  const std::string code = trim(line.substr(0, hash));
  if (code.empty()) return;
  if (code.front() == '[') {
    if (code.back() != ']' || code.size() < 3)
      throw UsageError(where + ": expected '[section]', got '" + code + "'");
    section = trim(code.substr(1, code.size() - 2));
    all.silo |= section == "silo";
    return;
  }
  po::option option;
  try {
    option = parse_line(section.empty() ? "-" : section, line);
  } catch (const std::exception&) {
    throw UsageError(where + ": expected 'key = value', got '" + code + "'");
  }
  const std::string value = trim(option.value.empty() ? "" : option.value[0]);
  const std::string key =
      section.empty() ? option.string_key.substr(2) : option.string_key;
  if (section.empty() && key == "include")
    return include_file(file, value, where, depth, all);
  if (section.empty())
    throw UsageError(where + ": '" + key +
                     "' stands before any [section]; only include may");
  const Key* known = find_key(key);
  const std::string name = known ? known->name : key;
  const auto first = std::ranges::find(own.plain, name, &Setting::key);
  const bool again = first != own.plain.end();
  if (again && !(known && known->repeats))
    throw UsageError(where + ": " + key + " = " + value +
                     ": the key stands twice, first in " + first->where);
  put(own.plain, {name, {}, where});
  add(all, {key, {value, file.parent_path()}, where}, again);
}

void read_file(const std::filesystem::path& file, int depth, Settings& all) {
  std::error_code ignored;
  std::ifstream stream(file);
  if (!stream || std::filesystem::is_directory(file, ignored))
    throw UsageError(file.string() + ": can't read this scenario file");
  Settings own;  // what this very file has set, to find keys that stand twice
  std::string section;
  std::string line;
  for (int number = 1; std::getline(stream, line); ++number) {
    if (number == 1 && line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);
    if (line.find('\0') != std::string::npos)
      throw UsageError(file.string() + ": is not a text file");
    read_line(file, file.string() + ":" + std::to_string(number), line, depth,
              section, own, all);
  }
}

void add_command_line(const std::vector<std::string>& texts,
                      const std::string& where, Settings& all) {
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos)
      throw UsageError(where + " " + text + ": expected section.key=value");
    add(all, {trim(text.substr(0, equals)),
              {trim(text.substr(equals + 1)), std::filesystem::current_path()},
              where});
  }
}

std::string printed(const Key& key, const Value& value) {
  if (!key.is_path || value.text.empty()) return value.text;
  const auto whole = [&](const std::string& path) -> std::string {
    return std::filesystem::absolute(value.base / path).lexically_normal();
  };
  if (!key.is_list) return whole(value.text);
  std::vector<std::string> paths = split(value.text, ',');
  std::ranges::transform(paths, paths.begin(), whole);
  return join(paths, ", ");
}

/// Sets every key, to its default unless it is given.
Scenario resolve_values(const std::filesystem::path& file,
                        const std::vector<Setting>& settings, bool silo) {
  Scenario scenario;
  scenario.silo.on = silo;
  for (const Key& key : keys()) {
    const auto found = std::ranges::find(settings, key.name, &Setting::key);
    Value value{default_text(key, scenario), file.parent_path()};
    if (key.name == "run.name") value.text = file.stem().string();
    if (found != settings.end()) value = found->value;
    try {
      key.set(scenario, value);
    } catch (const std::invalid_argument& error) {
      fail(found != settings.end() ? *found
                                   : Setting{key.name, value, "default"},
           error.what());
    }
    scenario.text[key.name] = printed(key, value);
  }
  return scenario;
}

Scenario resolve(const std::filesystem::path& file,
                 const std::vector<Setting>& settings, bool silo) {
  Scenario scenario = resolve_values(file, settings, silo);
  if (const auto conflict = find_conflict(scenario)) {
    const auto found =
        std::ranges::find(settings, conflict->key, &Setting::key);
    if (found != settings.end()) fail(*found, conflict->what);
    throw UsageError(file.string() + ": " + conflict->key + " = " +
                     scenario.text[conflict->key] + ": " + conflict->what);
  }
  if (scenario.run.out.empty()) {
    scenario.run.out = std::filesystem::path("runs") / scenario.run.name;
    scenario.text["run.out"] = std::filesystem::absolute(scenario.run.out);
  }
  return scenario;
}

/// Whether a text is a key's default, of any of its methods.
bool is_default(const Key& key, const std::string& text, bool silo) {
  return text == fallback_of(key, silo) ||
         std::ranges::count(key.defaults, text) > 0;
}

/// Conditions under which a key has an effect, in words.
std::string needs_of(const Key& key, const Scenario& scenario) {
  if (in_study(key, scenario)) return key.needs;
  return key.study == Study::kSilo ? "a [silo]"
                                   : "a federation instead of a [silo]";
}

/// A key that changes nothing at any point is a mistake: the user thinks it
/// does. Its default is not held against anybody, so that a printed scenario
/// reads back.
void refuse_without_effect(const Settings& all,
                           const std::vector<GridPoint>& points) {
  for (const auto* settings : {&all.plain, &all.grid})
    for (const Setting& setting : *settings) {
      const Key& key = *find_key(setting.key);
      if (!key.applies || is_default(key, setting.value.text, all.silo))
        continue;
      if (std::ranges::none_of(points, [&](const GridPoint& point) {
            return key.applies(point.scenario);
          }))
        fail(setting, "has no effect here; needs " +
                          needs_of(key, points.front().scenario));
    }
}

using Axes = std::vector<std::vector<std::string>>;

/// Values of each key of the grid.
Axes read_axes(const std::vector<Setting>& grid) {
  Axes axes;
  std::size_t points = 1;
  for (const Setting& axis : grid) {
    axes.push_back(split(axis.value.text, ','));
    if (axes.back().empty()) fail(axis, "expected values, separated by commas");
    for (const std::string& value : axes.back())
      if (std::ranges::count(axes.back(), value) > 1)
        fail(axis, "'" + value + "' stands twice");
    points *= axes.back().size();
    if (points > kMaxPoints)
      fail(axis,
           "the grid has more than " + std::to_string(kMaxPoints) + " points");
  }
  return axes;
}

/// @param number  of the point; the last axis varies fastest
GridPoint read_point(const std::filesystem::path& file, const Settings& all,
                     const Axes& axes, std::size_t number) {
  GridPoint point;
  std::vector<Setting> effective = all.plain;
  for (std::size_t axis = all.grid.size(); axis-- > 0;) {
    const auto& choices = axes[axis];
    Setting setting = all.grid[axis];
    setting.value.text = choices[number % choices.size()];
    number /= choices.size();
    point.settings.emplace(point.settings.begin(), setting.key,
                           setting.value.text);
    put(effective, std::move(setting));
  }
  point.scenario = resolve(file, effective, all.silo);
  return point;
}

}  // namespace

ReadScenario read_scenario(const std::filesystem::path& file,
                           const std::vector<std::string>& settings) {
  Settings all;
  read_file(file, 0, all);
  add_command_line(settings, "--set", all);

  ReadScenario read;
  for (const Setting& axis : all.grid) read.grid_keys.push_back(axis.key);
  const Axes axes = read_axes(all.grid);
  std::size_t points = 1;
  for (const auto& values : axes) points *= values.size();
  for (std::size_t number = 0; number < points; ++number)
    read.points.push_back(read_point(file, all, axes, number));
  refuse_without_effect(all, read.points);
  if (!read.grid_keys.empty() && !read.points[0].scenario.run.speedup.empty())
    throw UsageError(all.grid[0].where + ": " + all.grid[0].key +
                     ": a [grid], whose points run side by side, conflicts "
                     "with run.speedup");
  read.renamed = all.renamed;
  return read;
}

Scenario default_scenario(const std::vector<std::string>& settings,
                          const std::string& where) {
  Settings all;
  add_command_line(settings, where, all);
  return resolve("fedltr", all.plain, all.silo);
}

Scenario unchecked_scenario(const std::vector<std::string>& settings,
                            const std::string& where) {
  Settings all;
  add_command_line(settings, where, all);
  return resolve_values("fedltr", all.plain, all.silo);
}

std::string print_scenario(const Scenario& scenario) {
  std::string text;
  std::string section;
  for (const Key& key : keys()) {
    if (!in_study(key, scenario)) continue;
    // Of a method that was not chosen, unless the user said so.
    if (key.is_parameter() && !key.applies(scenario) &&
        is_default(key, scenario.text.at(key.name), scenario.silo.on))
      continue;
    const std::size_t dot = key.name.find('.');
    if (key.name.substr(0, dot) != section) {
      section = key.name.substr(0, dot);
      text += (text.empty() ? "[" : "\n[") + section + "]\n";
    }
    text +=
        key.name.substr(dot + 1) + " = " + scenario.text.at(key.name) + "\n";
  }
  return text;
}

}  // namespace fedltr
