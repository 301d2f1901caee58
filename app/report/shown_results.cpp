#include "app/report/shown_results.hpp"

#include <algorithm>
#include <cmath>

#include "app/base/text.hpp"
#include "app/report/sections.hpp"
#include "app/schema/key_names.hpp"
#include "app/schema/named_points.hpp"
#include "app/schema/picture_rules.hpp"

namespace fedltr {

std::vector<std::string> names_at(const Json& json, const char* member) {
  std::vector<std::string> names;
  const Json& array = json_at(json, {member});
  if (array.is_array())
    for (const Json& each : array)
      if (each.is_string()) names.push_back(each.get<std::string>());
  return names;
}

std::string shown_name(const std::string& key) {
  return is_points_key(key) ? key.substr(kGridPrefix.size()) : key;
}

std::string ShownResult::value(const std::string& key) const {
  return key == kSiloMethod && !method.empty() ? method : setting_of(*run, key);
}

std::vector<std::string> ShownResult::values(
    const std::vector<std::string>& keys) const {
  std::vector<std::string> all;
  for (const std::string& key : keys) all.push_back(value(key));
  return all;
}

bool ShownResult::holds(const std::string& setting) const {
  const std::size_t equals = setting.find('=');
  return equals != std::string::npos &&
         value(trim(setting.substr(0, equals))) ==
             trim(setting.substr(equals + 1));
}

std::vector<ShownResult> shown_results(const ReportData& data, bool by_method) {
  std::vector<ShownResult> all;
  for (std::size_t r = 0; r < data.runs.size(); ++r) {
    const ShownResult run{&data.runs[r], &data.files[r], ""};
    const Json& methods = json_at(run.files->summary, {"methods"});
    if (!by_method || !methods.is_object()) {
      all.push_back(run);
      continue;
    }
    for (const auto& [name, method] : methods.items())
      all.push_back({run.run, run.files, name});
  }
  return all;
}

Spread final_value(const ShownResult& shown, const std::string& metric) {
  const ReportFiles& files = *shown.files;
  const char* name = metric.c_str();
  if (!shown.method.empty())
    if (const Json& of_method = json_at(
            files.summary, {"methods", shown.method.c_str(), "metrics", name});
        of_method.is_object()) {
      const double std = number_at(of_method, {"std"});
      if (std::isnan(std)) return {number_at(of_method, {"mean"}), 0, 1};
      return {number_at(of_method, {"mean"}), std, 2};
    }
  if (const Spread spread = spread_of(*shown.run, metric); spread.n > 0)
    return spread;
  if (const auto curve = files.curves.find(metric);
      curve != files.curves.end() && !curve->second.empty()) {
    const CurvePoint& last = curve->second.back();
    return {last.mean, last.high - last.mean, last.high > last.mean ? 2U : 1U};
  }
  if (const auto found = files.search.find(metric); found != files.search.end())
    return {found->second, 0, 1};
  return {number_at(files.summary, {"retrieval", name}), 0, 1};
}

std::vector<std::string> unplaced_keys(const ReportData& data,
                                       const std::vector<std::string>& placed) {
  const auto list_of = [&](const std::string& key) {
    const auto found = data.runs[0].named_points.find(key);
    return found == data.runs[0].named_points.end() ? nullptr : &found->second;
  };
  const auto has_place = [&](const std::string& key) {
    const auto* list = list_of(key);
    return std::ranges::any_of(placed, [&](const std::string& each) {
      return mean_the_same(each, key) || (list && list->contains(each));
    });
  };
  std::vector<std::string> unplaced = data.varied;
  std::erase_if(unplaced, has_place);
  return unplaced;
}

}  // namespace fedltr
