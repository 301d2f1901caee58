#include "app/report/effects.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "app/report/sections.hpp"

namespace fedltr {
namespace {

/// Sections and keys that describe the conditions of training or evaluation.
constexpr std::array<std::string_view, 13> kConditions = {
    "attack.",
    "clicks.",
    "data.",
    "evaluation.",
    "faults.",
    "federation.clients",
    "federation.interactions",
    "heterogeneity.",
    "run.",
    "silo.documents",
    "silo.parties",
    "silo.queries",
    "synthetic."};

bool starts_condition(const std::string& key) {
  return std::ranges::any_of(kConditions, [&](std::string_view section) {
    return key.starts_with(section);
  });
}

/// A list of named points is a condition if it sets one.
bool is_condition(const ReportData& data, const std::string& key) {
  const auto& lists = data.runs[0].named_points;
  const auto list = lists.find(key);
  return list == lists.end()
             ? starts_condition(key)
             : std::ranges::any_of(list->second, starts_condition);
}

/// Returns a run's values of all varied keys but one.
std::vector<std::string> others_of(const ReportData& data, const RunFolder& run,
                                   const std::string& key) {
  std::vector<std::string> values;
  for (const std::string& each : data.varied)
    if (each != key) values.push_back(setting_of(run, each));
  return values;
}

struct Mean {
  double sum = 0;
  int count = 0;

  void add(double value) {
    if (!std::isfinite(value)) return;
    sum += value;
    ++count;
  }
  double value() const { return count == 0 ? std::nan("") : sum / count; }
};

/// Adds a row for each value of a key.
void add_rows(const ReportData& data, const std::string& key,
              const std::string& metric, ReportTable& table) {
  std::vector<std::string> values;
  for (const RunFolder& run : data.runs)
    if (const auto value = setting_of(run, key);
        std::ranges::find(values, value) == values.end())
      values.push_back(value);
  std::map<std::vector<std::string>, Mean> first;
  for (const RunFolder& run : data.runs)
    if (run.complete && setting_of(run, key) == values[0])
      first[others_of(data, run, key)].add(spread_of(run, metric).mean);
  for (const std::string& value : values) {
    Mean mean;
    Mean difference;
    for (const RunFolder& run : data.runs) {
      if (!run.complete || setting_of(run, key) != value) continue;
      const double own = spread_of(run, metric).mean;
      mean.add(own);
      const auto found = first.find(others_of(data, run, key));
      if (found != first.end() && value != values[0])
        difference.add(own - found->second.value());
    }
    table.rows.push_back(
        {{key},
         {value},
         {std::to_string(mean.count)},
         {metric_text(mean.value())},
         {difference_text(difference.value())},
         {difference.count == 0 ? "-" : std::to_string(difference.count)}});
  }
}

}  // namespace

std::vector<std::string> conditions_of(const ReportData& data) {
  std::vector<std::string> conditions;
  if (!data.grids.empty())
    std::ranges::copy_if(
        data.varied, std::back_inserter(conditions),
        [&](const std::string& key) { return is_condition(data, key); });
  return conditions;
}

ReportTable effects_table(const ReportData& data, const std::string& metric) {
  ReportTable table{"Effect of each key on " + metric,
                    {"key", "value", "points", metric, "difference", "pairs"}};
  for (const std::string& key : data.varied) add_rows(data, key, metric, table);
  table.note =
      "Mean over the points with the value, and mean difference from the key's "
      "first value over pairs of points that are equal in all other keys. "
      "Points that were cut short are left out. "
      "Descriptive: fedltr compare --by KEY tests points under equal "
      "conditions.";
  table.brief = table.columns.size();
  return table;
}

}  // namespace fedltr
