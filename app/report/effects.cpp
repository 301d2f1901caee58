#include "app/report/effects.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "app/report/sections.hpp"

namespace fedltr {
namespace {

/// Sections of keys that describe the conditions of training.
constexpr std::array<std::string_view, 7> kConditions = {
    "attack.", "clicks.",        "data.",     "faults.",
    "grid.",   "heterogeneity.", "synthetic."};

bool is_condition(const std::string& key) {
  return std::ranges::any_of(kConditions, [&](std::string_view section) {
    return key.starts_with(section);
  });
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
  std::map<std::vector<std::string>, double> first;
  for (const RunFolder& run : data.runs)
    if (setting_of(run, key) == values[0])
      first.emplace(others_of(data, run, key), spread_of(run, metric).mean);
  for (const std::string& value : values) {
    Mean mean;
    Mean difference;
    for (const RunFolder& run : data.runs) {
      if (setting_of(run, key) != value) continue;
      const double own = spread_of(run, metric).mean;
      mean.add(own);
      const auto found = first.find(others_of(data, run, key));
      if (found != first.end() && value != values[0])
        difference.add(own - found->second);
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
  if (data.grids.size() == 1)
    std::ranges::copy_if(data.varied, std::back_inserter(conditions),
                         is_condition);
  return conditions;
}

ReportTable effects_table(const ReportData& data, const std::string& metric) {
  ReportTable table{"Effect of each key on " + metric,
                    {"key", "value", "points", metric, "difference", "pairs"}};
  for (const std::string& key : data.varied) add_rows(data, key, metric, table);
  table.note =
      "Mean over the points with the value, and mean difference from the key's "
      "first value over pairs of points that are equal in all other keys. "
      "Descriptive: fedltr compare --by KEY tests points under equal "
      "conditions.";
  table.brief = table.columns.size();
  return table;
}

}  // namespace fedltr
