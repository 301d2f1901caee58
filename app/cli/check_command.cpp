#include "app/cli/check_command.hpp"

#include <algorithm>
#include <iostream>

#include "app/base/errors.hpp"
#include "app/base/json.hpp"
#include "app/cli/find_scenario.hpp"
#include "app/data/data_source.hpp"
#include "app/data/text_files.hpp"
#include "app/schema/reader.hpp"
#include "app/schema/resolved_keys.hpp"
#include "app/schema/rule_warnings.hpp"
#include "app/schema/secure_plan.hpp"

namespace fedltr {
namespace {

/// Returns a point's settings, those that its names stand for, then its other
/// keys that the first point does not have, or has with another value.
auto differences(const GridPoint& point, const GridPoint& first) {
  auto keys = point.settings;
  for (const NamedPoint& named : point.scenario.named_points)
    for (const std::string& key : named.sets)
      if (const auto& applies = find_key(key)->applies;
          !applies || applies(point.scenario))
        keys.emplace_back(key, point.scenario.text.at(key));
  const auto before = resolved_keys(first.scenario);
  for (const auto& each : resolved_keys(point.scenario)) {
    const bool is_set =
        std::ranges::count(keys, each.first,
                           &std::pair<std::string, std::string>::first) > 0;
    if (!is_set && std::ranges::count(before, each) == 0) keys.push_back(each);
  }
  return keys;
}

std::string auto_text(const GridPoint& point) {
  const auto number = number_by_auto(point.scenario);
  return number ? " aggregation.malicious = auto takes " +
                      std::to_string(*number) + ";"
                : "";
}

/// Returns texts about all points, each once and none that is empty.
template <class TextsOf>
std::vector<std::string> each_once(const ReadScenario& read, TextsOf texts_of) {
  std::vector<std::string> all;
  for (const GridPoint& point : read.points)
    for (const std::string& each : texts_of(point.scenario))
      if (!each.empty() && std::ranges::count(all, each) == 0)
        all.push_back(each);
  return all;
}

std::vector<std::string> warnings_of(const ReadScenario& read) {
  return each_once(read, rule_warnings);
}

std::vector<std::string> lying_servers_of(const ReadScenario& read) {
  return each_once(read, [](const Scenario& scenario) {
    return std::vector{lying_server(scenario)};
  });
}

void print_checked(std::ostream& out, const ReadScenario& read) {
  if (!read.grid_keys.empty()) {
    out << "# a grid of " << read.points.size() << " points\n";
    for (const GridPoint& point : read.points) {
      out << "#  ";
      for (const auto& [key, value] : differences(point, read.points[0]))
        out << " " << key << " = " << value << ";";
      out << auto_text(point) << "\n";
    }
    out << "# the first one:\n";
  } else if (const auto taken = auto_text(read.points[0]); !taken.empty()) {
    out << "#" << taken << "\n";
  }
  for (const std::string& line : lying_servers_of(read))
    out << "# privacy: " << line << "\n";
  out << print_scenario(read.points[0].scenario);
}

/// Returns the same as JSON; without a grid there is one point, without
/// settings.
Json checked_json(const ReadScenario& read, const std::filesystem::path& file) {
  Json points = Json::array();
  for (const GridPoint& point : read.points) {
    Json settings = Json::object();
    for (const auto& [key, value] : point.settings) settings[key] = value;
    points.push_back({{"settings", settings}});
    if (const auto assumed = number_assumed(point.scenario))
      points.back()["malicious"] = *assumed;
  }
  Json resolved;
  for (const auto& [key, value] : resolved_keys(read.points[0].scenario))
    resolved[key] = value;
  return {{"file", file.string()},
          {"renamed", read.renamed},
          {"warnings", warnings_of(read)},
          {"lying_server", lying_servers_of(read)},
          {"points", points},
          {"scenario", resolved}};
}

}  // namespace

int check_command(const Arguments& arguments, std::ostream& out) {
  Command command("fedltr check FILE [--set key=value]...");
  command.add_settings();
  command.option<std::string>("format", "text or json");
  command.files(1);
  if (!command.parse(arguments, out)) return kDone;
  const Arguments formats = {"text", "json"};
  const bool json = command.one_of("format", formats) == formats[1];
  const std::filesystem::path file = find_scenario(command.one_file());
  const ReadScenario read = read_scenario(file, command.list("set"));
  for (const GridPoint& point : read.points)
    point.scenario.silo.on ? check_text_files(point.scenario)
                           : check_data_files(point.scenario);
  if (json) {
    out << json_text(checked_json(read, file));
    return kDone;
  }
  for (const std::string& line : read.renamed)
    std::cerr << "fedltr: note: " << line << "\n";
  for (const std::string& line : warnings_of(read))
    std::cerr << "fedltr: warning: " << line << "\n";
  print_checked(out, read);
  return kDone;
}

}  // namespace fedltr
