#include <spdlog/fmt/fmt.h>

#include "app/base/text.hpp"
#include "app/report/sections.hpp"
#include "app/schema/scenario.hpp"

namespace fedltr {
namespace {

/// Returns the unique names of the runs' scenarios.
std::string names_in_words(const ReportData& data) {
  std::vector<std::string> names;
  for (const RunFolder& run : data.runs) {
    const std::string name = setting_of(run, "run.name");
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  return join(names, ", ");
}

std::string data_in_words(const ReportFiles& files) {
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
                       [&](const RunFolder& run, const ReportFiles&) {
                         ReportRow row;
                         for (const std::string& key : data.varied)
                           row.push_back({varied_setting(data, run, key)});
                         return row;
                       });
}

/// Returns the keys of the first run with values other than their defaults,
/// except keys that vary.
ReportTable chosen_settings(const ReportData& data) {
  ReportTable table{"What was set, the same in all runs", {"key", "value"}};
  const RunFolder& first = data.runs[0];
  const Study study = setting_of(first, "silo.parties") == "-"
                          ? Study::kFederation
                          : Study::kSilo;
  for (const auto& [key, value] : first.scenario) {
    const Key* known = find_key(key);
    if (known && fallback_of(*known, study) == value) continue;
    if (std::ranges::any_of(data.runs,
                            [&key = key, &value = value](const RunFolder& run) {
                              return setting_of(run, key) != value;
                            }))
      continue;
    table.rows.push_back({{key}, {value}});
  }
  table.note =
      "All other keys have the defaults that follow from these: see the "
      "manifest.";
  return table;
}

/// Returns the time of the invocation that wrote the runs, whose last file has
/// the most.
std::string time_text(const ReportData& data) {
  const auto last =
      std::ranges::max_element(data.files, {}, [](const ReportFiles& files) {
        const double seconds = number_at(files.timing, {"wall_seconds"});
        return std::isnan(seconds) ? -1 : seconds;
      });
  const Json& timing = last->timing;
  if (!timing.is_object()) return "";
  const auto count = [&](const char* name) {
    const double number = number_at(timing, {name});
    return number >= 0 && number < 1e18 ? static_cast<std::uint64_t>(number)
                                        : 0;
  };
  const std::string threads = plural(count("threads"), "thread");
  const std::string seconds =
      fmt::format("{:.1f} s", number_at(timing, {"wall_seconds"}));
  return is_silo(*last)
             ? fmt::format("{} on {}, at most {:.2f} GB of memory", seconds,
                           threads,
                           number_at(timing, {"peak_memory_bytes"}) / 1e9)
         : is_of_members(*last)
             ? fmt::format("{} on {}", seconds, threads)
             : fmt::format("{}, {} interactions/s on {}", seconds,
                           with_commas(count("interactions_per_second")),
                           threads);
}

std::string size_text(const ReportData& data) {
  const RunFolder& run = data.runs[0];
  std::size_t runs = 0;
  for (const RunFolder& each : data.runs) runs += each.rounds.size();
  if (data.runs.size() > 1)
    return plural(data.runs.size(),
                  data.grids.empty() ? "run folder" : "point") +
           ", " + plural(runs, "run");
  if (is_silo(data.files[0])) {
    const Json& texts = json_at(data.files[0].summary, {"collection"});
    return fmt::format("{} parties with {} documents and {} queries, {}",
                       setting_of(run, "silo.parties"),
                       number_text(number_at(texts, {"documents"})),
                       number_text(number_at(texts, {"queries"})),
                       plural(runs, "repeat"));
  }
  if (is_of_members(data.files[0]) && !run.rounds.empty())
    return fmt::format(
        "{}, {}, {}",
        plural(json_at(data.files[0].summary, {"members"}).size(), "member"),
        plural(std::max(0, run.rounds.begin()->second), "epoch"),
        plural(runs, "run"));
  const auto clients = parse_whole(setting_of(run, "federation.clients"));
  const auto each = parse_whole(setting_of(run, "federation.interactions"));
  if (!clients || !each || run.rounds.empty()) return "";
  return fmt::format("{} x {}, {}, {}", plural(*clients, "client"),
                     plural(*each, "interaction"),
                     plural(std::max(0, run.rounds.begin()->second), "round"),
                     plural(runs, "run"));
}

}  // namespace

std::string about_text(const ReportData& data) {
  const std::string size = size_text(data);
  // Runs of several invocations have no common time.
  const bool one = data.runs.size() == 1 || data.is_grid;
  const std::string time = one ? time_text(data) : "";
  return size + (size.empty() || time.empty() ? "" : ": ") + time;
}

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
