#include "app/results/compare/run_folder.hpp"

#include <algorithm>
#include <set>

#include "app/base/text.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

bool is_setting(const std::string& key) {
  return !key.starts_with("run.") && !key.starts_with("checkpoint.");
}

std::string setting_label(const RunFolder& run,
                          const std::vector<std::string>& keys) {
  std::string label;
  for (const std::string& key : keys) {
    const auto found = run.scenario.find(key);
    if (found == run.scenario.end()) continue;
    label += (label.empty() ? "" : ", ") + key.substr(key.rfind('.') + 1) +
             "=" + found->second;
  }
  return label;
}

/// Returns an empty text if the run has no such key.
std::string value_of(const RunFolder& run, const std::string& key) {
  const auto found = run.scenario.find(key);
  return found == run.scenario.end() ? "" : found->second;
}

/// @param by  key with a table for each of its values; empty: one table
bool are_distinct(const std::vector<RunFolder>& runs, const std::string& by,
                  std::size_t longest) {
  std::set<std::pair<std::string, std::string>> labels;
  for (const RunFolder& run : runs) {
    if (run.label.empty() || run.label.size() > longest) return false;
    labels.emplace(value_of(run, by), run.label);
  }
  return labels.size() == runs.size();
}

/// Returns the last parts of a path.
std::string path_end(const fs::path& path, std::ptrdiff_t parts) {
  const fs::path normal = path.lexically_normal();
  std::vector<std::string> names;
  for (const auto& part : normal)
    if (!part.empty()) names.push_back(part.string());
  const auto first = std::max<std::ptrdiff_t>(0, std::ssize(names) - parts);
  return join({names.begin() + first, names.end()}, "/");
}

}  // namespace

std::vector<std::string> varied_keys(const std::vector<RunFolder>& runs) {
  std::map<std::string, std::set<std::string>> values;
  std::map<std::string, std::size_t> known;
  for (const RunFolder& run : runs)
    for (const auto& [key, value] : run.scenario)
      if (is_setting(key)) {
        values[key].insert(value);
        ++known[key];
      }
  std::vector<std::string> varied;
  for (const auto& [key, all] : values)
    if (all.size() > 1 || known[key] != runs.size()) varied.push_back(key);
  return varied;
}

void label_runs(std::vector<RunFolder>& runs, const std::string& by) {
  constexpr std::size_t kLongest = 40;
  const auto keys = varied_keys(runs);
  auto shown = keys;
  std::erase(shown, by);
  for (RunFolder& run : runs) run.label = setting_label(run, shown);
  // Under the headings of tables, a long label is short enough.
  std::size_t longest = by.empty() ? kLongest : std::string::npos;
  for (std::ptrdiff_t parts = 1; parts < 10; ++parts) {
    if (are_distinct(runs, by, longest)) return;
    for (RunFolder& run : runs) run.label = path_end(run.folder, parts);
    longest = std::string::npos;
  }
}

bool is_meant(const RunFolder& run, const std::string& name) {
  if (run.label == name) return true;
  if (const auto equals = name.find('='); equals != std::string::npos) {
    const auto found = run.scenario.find(name.substr(0, equals));
    if (found != run.scenario.end() && found->second == name.substr(equals + 1))
      return true;
  }
  const std::string path = "/" + run.folder.lexically_normal().string();
  return path.ends_with("/" + fs::path(name).lexically_normal().string());
}

}  // namespace fedltr
