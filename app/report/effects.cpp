#include "app/report/effects.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "app/base/text.hpp"
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

using Keys = std::vector<std::string>;

Keys values_of(const ReportData& data, const RunFolder& run, const Keys& keys) {
  Keys values;
  for (const std::string& key : keys)
    values.push_back(varied_setting(data, run, key));
  return values;
}

std::string section_of(const std::string& key) {
  return key.substr(0, key.find('.'));
}

/// True if not all combinations of two keys' values occur.
bool are_tied(const ReportData& data, const std::string& a,
              const std::string& b) {
  std::set<std::string> of_a, of_b;
  std::set<Keys> pairs;
  for (const RunFolder& run : data.runs) {
    of_a.insert(varied_setting(data, run, a));
    of_b.insert(varied_setting(data, run, b));
    pairs.insert(values_of(data, run, {a, b}));
  }
  return pairs.size() < of_a.size() * of_b.size();
}

/// Returns what varies: keys, and keys of a section together that vary together
/// because values of a grid bring settings of their section along.
std::vector<Keys> factors_of(const ReportData& data) {
  std::vector<Keys> factors;
  for (const std::string& key : data.varied) {
    const auto tied = std::ranges::find_if(factors, [&](const Keys& factor) {
      return std::ranges::any_of(factor, [&](const std::string& each) {
        return section_of(each) == section_of(key) && are_tied(data, each, key);
      });
    });
    if (tied == factors.end())
      factors.push_back({key});
    else
      tied->push_back(key);
  }
  return factors;
}

/// Returns a run's values of all varied keys but those of a factor.
Keys others_of(const ReportData& data, const RunFolder& run,
               const Keys& factor) {
  Keys others;
  std::ranges::copy_if(data.varied, std::back_inserter(others),
                       [&](const std::string& key) {
                         return std::ranges::count(factor, key) == 0;
                       });
  return values_of(data, run, others);
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

/// Returns a factor's keys that have a value, and the values.
std::pair<Keys, Keys> used_of(const Keys& factor, const Keys& values) {
  std::pair<Keys, Keys> used;
  for (std::size_t i = 0; i < factor.size(); ++i) {
    if (values[i] == "-") continue;
    used.first.push_back(factor[i]);
    used.second.push_back(values[i]);
  }
  return used.first.empty() ? std::pair{factor, values} : used;
}

/// Adds a row for each value of a factor.
void add_rows(const ReportData& data, const Keys& factor,
              const std::string& metric, ReportTable& table) {
  std::vector<Keys> values;
  for (const RunFolder& run : data.runs)
    if (const Keys value = values_of(data, run, factor);
        std::ranges::find(values, value) == values.end())
      values.push_back(value);
  std::map<Keys, Mean> first;
  for (const RunFolder& run : data.runs)
    if (run.complete && values_of(data, run, factor) == values[0])
      first[others_of(data, run, factor)].add(spread_of(run, metric).mean);
  for (const Keys& value : values) {
    Mean mean;
    Mean difference;
    for (const RunFolder& run : data.runs) {
      if (!run.complete || values_of(data, run, factor) != value) continue;
      const double own = spread_of(run, metric).mean;
      mean.add(own);
      const auto found = first.find(others_of(data, run, factor));
      if (found != first.end() && value != values[0])
        difference.add(own - found->second.value());
    }
    const auto [keys, texts] = used_of(factor, value);
    table.rows.push_back(
        {{join(keys, ", ")},
         {join(texts, ", ")},
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
  for (const Keys& factor : factors_of(data))
    add_rows(data, factor, metric, table);
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
