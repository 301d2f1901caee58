#include "app/report/panels.hpp"

#include <algorithm>
#include <set>

#include <spdlog/fmt/fmt.h>

#include "app/report/sections.hpp"

namespace fedltr {
namespace {

/// Returns the key with the most values that fit one figure, or "".
std::string curve_key(const ReportData& data) {
  std::string best;
  std::size_t most = 1;
  for (const std::string& key : data.varied) {
    std::set<std::string> values;
    for (const RunFolder& run : data.runs) values.insert(setting_of(run, key));
    if (values.size() <= most || values.size() > kMaxCurves) continue;
    most = values.size();
    best = key;
  }
  return best;
}

std::string settings_but(const ReportData& data, const RunFolder& run,
                         const std::string& left_out) {
  std::string text;
  for (const std::string& key : data.varied)
    if (const std::string value = varied_setting(data, run, key);
        key != left_out && value != "-")
      text += (text.empty() ? "" : ", ") + key + " = " + value;
  return text;
}

/// Returns panels in the order of the runs, each as full as possible.
std::vector<Panel> panels_in_order(const ReportData& data) {
  std::vector<Panel> panels;
  for (std::size_t r = 0; r < data.runs.size(); ++r) {
    if (r % kMaxCurves == 0) panels.emplace_back();
    panels.back().runs.push_back(r);
    panels.back().names.push_back(data.runs[r].label);
  }
  if (panels.size() > 1)
    for (Panel& panel : panels)
      panel.title = fmt::format("runs {} to {}", panel.runs.front() + 1,
                                panel.runs.back() + 1);
  return panels;
}

}  // namespace

std::vector<Panel> panels_of(const ReportData& data) {
  constexpr std::size_t kFew = 6;
  const std::string key = curve_key(data);
  if (data.runs.size() <= kFew || key.empty()) return panels_in_order(data);
  std::vector<Panel> panels;
  for (std::size_t r = 0; r < data.runs.size(); ++r) {
    const std::string title = settings_but(data, data.runs[r], key);
    auto panel = std::ranges::find(panels, title, &Panel::title);
    if (panel == panels.end()) panel = panels.insert(panel, {title, {}, {}});
    const std::string name =
        key.substr(key.rfind('.') + 1) + "=" + setting_of(data.runs[r], key);
    // Runs with equal settings, e.g. of a grid over seeds, need labels.
    if (panel->runs.size() == kMaxCurves ||
        std::ranges::count(panel->names, name) > 0)
      return panels_in_order(data);
    panel->runs.push_back(r);
    panel->names.push_back(name);
  }
  return panels;
}

}  // namespace fedltr
