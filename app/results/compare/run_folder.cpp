#include "app/results/compare/run_folder.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "algorithms/data/letor.hpp"
#include "app/base/csv_rows.hpp"
#include "app/base/errors.hpp"
#include "app/base/json.hpp"
#include "app/base/text.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> kQueryColumns = {"qid", "metric", "value",
                                                "fold", "repeat"};
constexpr const char* kExpectedQueries =
    "expected qid, metric, value, fold and repeat";

void require_there(const fs::path& file) {
  if (!fs::exists(file))
    throw DataError(file.string() +
                    ": can't be read; expected the folder of a run or of a "
                    "grid");
}

Json read_json(const fs::path& file) {
  require_there(file);
  try {
    return parse_json(file_text(file));
  } catch (const Json::exception& error) {
    throw DataError(file.string() +
                    ": is not the file of a run: " + error.what());
  }
}

/// Mean of a metric in a run, over its queries.
struct Mean {
  double sum = 0;
  int n = 0;
};
using Means = std::map<std::string, std::map<RunFolder::Run, Mean>>;

bool is_mean(const Mean& found, double wanted) {
  constexpr double kRounding = 1e-9;  // of sums in another order
  return found.n > 0 && std::abs(found.sum / found.n - wanted) <=
                            kRounding * std::max(1.0, std::abs(wanted));
}

/// Checks the means, as a file cut off at the end of a line looks complete. If
/// the means of all runs differ from summary.json's, accepts the file: its
/// queries are judged separately for each intent.
void require_means(const fs::path& file, Means& found, const RunFolder& run) {
  for (auto& [metric, means] : found) {
    const auto wanted = run.by_run.find(metric);
    if (wanted == run.by_run.end()) continue;
    std::vector<RunFolder::Run> wrong;
    for (const auto& [of, value] : wanted->second)
      if (!is_mean(means[of], value)) wrong.push_back(of);
    if (wrong.empty() || wrong.size() == wanted->second.size()) continue;
    throw DataError(file.string() + ": " + metric + " of fold " +
                    std::to_string(wrong[0].first) + ", repeat " +
                    std::to_string(wrong[0].second) +
                    " is not summary.json's mean: expected the files of one "
                    "run, whole");
  }
}

void read_queries(const fs::path& file, RunFolder& run) {
  Means means;
  require_there(file);
  CsvRows rows(file, '\t');
  if (rows.names() != kQueryColumns) rows.fail(kExpectedQueries);
  const auto on = run.scenario.find("evaluation.on");
  const bool on_training = on != run.scenario.end() && on->second == "train";
  while (rows.next()) {
    const auto& fields = rows.row();
    const auto value = parse_real(fields[2]);
    const auto fold = parse_whole(fields[3]);
    const auto repeat = parse_whole(fields[4]);
    if (!value || !fold || !repeat) rows.fail(kExpectedQueries);
    const std::string query =
        on_training ? fields[0] : fields[3] + "/" + fields[0];
    const RunFolder::Run key{static_cast<int>(*fold),
                             static_cast<int>(*repeat)};
    run.by_query[fields[1]][query][key] = *value;
    Mean& mean = means[fields[1]][key];
    mean.sum += *value;
    ++mean.n;
  }
  require_means(file, means, run);
}

void read_summary(const Json& summary, RunFolder& run) {
  run.complete = summary.at("complete");
  run.signature = summary.value("signature", "");
  for (const auto& [metric, spread] : summary.at("metrics").items()) {
    // E.g. online metrics, if the last round had no searches.
    if (spread.at("mean").is_null()) continue;
    run.metrics.push_back(metric);
    const auto& deviation = spread.at("std");
    run.spreads[metric] = {spread.at("mean"),
                           deviation.is_null() ? 0.0 : deviation.get<double>(),
                           spread.at("n")};
  }
  for (const auto& each : summary.at("runs")) {
    const RunFolder::Run key{each.at("fold"), each.at("repeat")};
    run.rounds[key] = each.at("rounds");
    for (const auto& [metric, value] : each.at("final").items())
      if (!value.is_null()) run.by_run[metric][key] = value;
  }
}

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

/// Points named in grid.csv, which has a row for each method of a silo.
std::vector<fs::path> points_of_grid(const fs::path& folder) {
  CsvRows rows(folder / "grid.csv");
  std::vector<fs::path> points;
  std::set<std::string> known;
  while (rows.next())
    if (const std::string& point = rows.text("folder");
        known.insert(point).second)
      points.push_back(folder / point);
  return points;
}

}  // namespace

RunFolder read_run_folder(const fs::path& folder) try {
  RunFolder run;
  run.folder = folder;
  read_summary(read_json(folder / "summary.json"), run);
  const Json manifest = read_json(folder / "manifest.json");
  for (const auto& file : manifest.at("data"))
    run.data += file.at("sha256").get<std::string>() + " ";
  for (const auto& [key, value] : manifest.at("scenario").items())
    run.scenario[key] = value;
  read_queries(folder / "per_query.tsv", run);
  return run;
} catch (const Json::exception& error) {
  throw DataError(folder.string() +
                  ": is not the folder of a run: " + error.what());
}

std::vector<fs::path> find_run_folders(const std::vector<fs::path>& given) {
  std::vector<fs::path> folders;
  for (const fs::path& each : given) {
    if (fs::is_regular_file(each)) continue;
    if (fs::exists(each / "grid.csv") && !fs::exists(each / "summary.json")) {
      const auto points = points_of_grid(each);
      folders.insert(folders.end(), points.begin(), points.end());
    } else {
      folders.push_back(each);
    }
  }
  return folders;
}

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
