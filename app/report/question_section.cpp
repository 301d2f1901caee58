#include <spdlog/fmt/fmt.h>

#include "app/base/text.hpp"
#include "app/report/sections.hpp"
#include "app/schema/scenario.hpp"

namespace fedltr {
namespace {

std::string setting_of(const RunFolder& run, const std::string& key) {
  const auto found = run.scenario.find(key);
  return found == run.scenario.end() ? "-" : found->second;
}

/// Returns the unique names of the runs' scenarios.
std::string names_in_words(const ReportData& data) {
  std::vector<std::string> names;
  for (const RunFolder& run : data.runs) {
    const std::string name = setting_of(run, "run.name");
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  return join(names, ", ");
}

std::string data_in_words(const RunFiles& files) {
  std::vector<std::string> names;
  const Json& all = json_at(files.manifest, {"data"});
  if (all.is_array())
    for (const Json& each : all) names.push_back(text_at(each, {"name"}));
  if (names.size() > 5)
    return fmt::format("{} files, {} to {}", names.size(), names.front(),
                       names.back());
  return join(names, ", ");
}

ReportTable differences(const ReportData& data) {
  return table_of_runs(data, "In what the runs differ", data.varied,
                       [&](const RunFolder& run, const RunFiles&) {
                         ReportRow row;
                         for (const std::string& key : data.varied)
                           row.push_back({setting_of(run, key)});
                         return row;
                       });
}

/// Returns the keys of the first run with values other than their defaults,
/// except keys that vary.
ReportTable chosen_settings(const ReportData& data) {
  ReportTable table{"What was set, the same in all runs", {"key", "value"}};
  const RunFolder& first = data.runs[0];
  const bool silo = setting_of(first, "silo.parties") != "-";
  for (const auto& [key, value] : first.scenario) {
    const Key* known = find_key(key);
    if (known && fallback_of(*known, silo) == value) continue;
    if (std::ranges::find(data.varied, key) != data.varied.end()) continue;
    table.rows.push_back({{key}, {value}});
  }
  table.note =
      "All other keys have the defaults that follow from these: see the "
      "manifest.";
  return table;
}

}  // namespace

ReportSection question_section(const ReportData& data) {
  ReportSection section{"What was asked", {}};
  section.blocks.emplace_back(Paragraph{fmt::format(
      "Scenario {}; {}; data: {}.", names_in_words(data),
      data.runs.size() == 1 ? std::string("one run folder")
                            : fmt::format("{} run folders", data.runs.size()),
      data_in_words(data.files[0]))});
  // For many runs, the settings are shown with their metrics above.
  if (!data.varied.empty() && data.runs.size() <= kMaxCurves)
    section.blocks.emplace_back(differences(data));
  else if (!data.varied.empty())
    section.blocks.emplace_back(
        Paragraph{"The runs differ in " + join(data.varied, ", ") + "."});
  section.blocks.emplace_back(chosen_settings(data));
  return section;
}

}  // namespace fedltr
