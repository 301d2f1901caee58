#include "app/results/compare/run_reader.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <set>

#include "algorithms/data/letor.hpp"
#include "app/base/errors.hpp"
#include "app/base/json_members.hpp"
#include "app/base/text.hpp"
#include "app/results/result_files.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> kQueryColumns = {"qid", "metric", "value",
                                                "fold", "repeat"};
constexpr const char* kExpectedQueries =
    "expected qid, metric, value, fold and repeat";
constexpr const char* kSummary = "summary.json";
constexpr const char* kManifest = "manifest.json";
constexpr const char* kGrid = "grid.csv";
/// Maximum number of keys that a named point sets.
constexpr std::size_t kMaxKeys = 10000;
/// Maximum of counts and numbers of folds, repeats and rounds.
constexpr std::uint64_t kMaxCount = std::numeric_limits<int>::max();

/// Adds what is expected to the error of a missing file.
void require_there(const fs::path& file) {
  if (!fs::exists(file))
    throw DataError(file.string() +
                    ": can't be read; expected the folder of a run or of a "
                    "grid");
}

Json read_document(const fs::path& file) {
  require_there(file);
  return result_json(file);
}

CsvRows open_queries(const fs::path& file) {
  require_there(file);
  return result_rows(file);
}

void take_summary(const JsonMembers& summary, RunFolder& run) {
  run.complete = summary.flag("complete");
  if (summary.has("signature")) run.signature = summary.text("signature");
  const JsonMembers metrics = summary.object("metrics");
  for (const std::string& metric : metrics.names()) {
    const JsonMembers spread = metrics.object(metric);
    const double mean = spread.real("mean");
    // E.g. online metrics, if the last round had no searches.
    if (std::isnan(mean)) continue;
    run.metrics.push_back(metric);
    const double deviation = spread.real("std");
    run.spreads[metric] = {mean, std::isnan(deviation) ? 0 : deviation,
                           spread.whole<std::size_t>("n", 0, kMaxCount)};
  }
  summary.each_object("runs", [&](const JsonMembers& each) {
    const RunFolder::Run key{each.whole<int>("fold", 0, kMaxCount),
                             each.whole<int>("repeat", 0, kMaxCount)};
    run.rounds[key] = each.whole<int>("rounds", 0, kMaxCount);
    const JsonMembers values = each.object("final");
    for (const std::string& metric : values.names())
      if (const double value = values.real(metric); !std::isnan(value))
        run.by_run[metric][key] = value;
  });
}

void take_manifest(const JsonMembers& manifest, RunFolder& run) {
  std::vector<std::pair<std::string, std::string>> files;
  manifest.each_object("data", [&](const JsonMembers& file) {
    files.emplace_back(file.has("name") ? file.text("name") : "",
                       file.text("sha256"));
  });
  const JsonMembers scenario = manifest.object("scenario");
  for (const std::string& key : scenario.names())
    run.scenario[key] = scenario.text(key);
  // Propensities in a file, the last one, are a setting of the learner: runs
  // with others, or none, still have the same queries.
  const auto curve = run.scenario.find("logging.curve");
  if (curve != run.scenario.end() && !files.empty() &&
      !files.back().first.empty() &&
      fs::path(files.back().first).filename() ==
          fs::path(curve->second).filename())
    files.pop_back();
  for (const auto& [name, sha256] : files) run.data += sha256 + " ";
  if (!manifest.has("points")) return;
  const JsonMembers points = manifest.object("points");
  for (const std::string& key : points.names()) {
    const JsonMembers point = points.object(key);
    run.scenario[key] = point.text("name");
    for (const std::string& set : point.texts("sets", kMaxKeys))
      run.named_points[key].insert(set);
  }
}

bool is_judged_on_training(const RunFolder& run) {
  const auto on = run.scenario.find("evaluation.on");
  return on != run.scenario.end() && on->second == "train";
}

/// True if each client's view judges the queries, so that a run's mean is not
/// that of its rows.
bool is_judged_by_intents(const RunFolder& run) {
  const auto kind = run.scenario.find("heterogeneity.kind");
  return kind != run.scenario.end() &&
         kind->second.find("document-preference") != std::string::npos;
}

/// True if queries were evaluated, so that each has a row.
bool has_evaluated(const RunFolder& run) {
  const auto metrics = run.scenario.find("evaluation.metrics");
  return metrics != run.scenario.end() &&
         std::ranges::any_of(split(metrics->second, ','),
                             [&](const std::string& name) {
                               return run.by_run.contains(trim(name));
                             });
}

}  // namespace

FolderJson read_run_documents(const fs::path& folder) {
  return {read_document(folder / kSummary), read_document(folder / kManifest)};
}

RunFolder described_run(const fs::path& folder, const FolderJson& documents) {
  RunFolder run;
  run.folder = folder;
  take_summary({documents.summary, (folder / kSummary).string()}, run);
  take_manifest({documents.manifest, (folder / kManifest).string()}, run);
  use_present_names(run);
  return run;
}

fs::path queries_file(const fs::path& folder) {
  return folder / "per_query.tsv";
}

PerQueryReader::PerQueryReader(const RunFolder& run)
    : run_(run),
      file_(queries_file(run.folder)),
      rows_(open_queries(file_)),
      on_training_(is_judged_on_training(run)) {
  if (rows_.names() != kQueryColumns) rows_.fail(kExpectedQueries);
}

bool PerQueryReader::next() {
  if (!rows_.next()) {
    require_means();
    return false;
  }
  const auto& fields = rows_.row();
  const auto value = parse_real(fields[2]);
  const auto fold = parse_whole(fields[3]);
  const auto repeat = parse_whole(fields[4]);
  if (!value || !fold || !repeat) rows_.fail(kExpectedQueries);
  value_ = {on_training_ ? fields[0] : fields[3] + "/" + fields[0],
            fields[1],
            *value,
            {static_cast<int>(*fold), static_cast<int>(*repeat)}};
  Mean& mean = means_[value_.metric][value_.run];
  mean.sum += value_.value;
  ++mean.n;
  return true;
}

bool PerQueryReader::Mean::is(double wanted) const {
  constexpr double kRounding = 1e-9;  // of sums in another order
  return n > 0 && std::abs(sum / n - wanted) <=
                      kRounding * std::max(1.0, std::abs(wanted));
}

void PerQueryReader::require_means() {
  if (means_.empty() && has_evaluated(run_))
    throw DataError(file_.string() +
                    ": has names only, but summary.json has values: expected "
                    "the complete files of one run");
  for (auto& [metric, means] : means_) {
    const auto wanted = run_.by_run.find(metric);
    if (wanted == run_.by_run.end()) continue;
    std::vector<RunFolder::Run> wrong;
    for (const auto& [of, value] : wanted->second)
      if (!means[of].is(value)) wrong.push_back(of);
    if (wrong.empty() ||
        (is_judged_by_intents(run_) && wrong.size() == wanted->second.size()))
      continue;
    throw DataError(
        file_.string() + ": " + metric + " of fold " +
        std::to_string(wrong[0].first) + ", repeat " +
        std::to_string(wrong[0].second) +
        " is not summary.json's mean: expected the complete files of one run");
  }
}

void read_queries(RunFolder& run) {
  PerQueryReader rows(run);
  while (rows.next()) {
    const PerQueryValue& each = rows.value();
    run.by_query[each.metric][each.query][each.run] = each.value;
  }
}

RunFolder read_run_folder(const fs::path& folder) {
  RunFolder run = described_run(folder, read_run_documents(folder));
  read_queries(run);
  return run;
}

bool is_grid_folder(const fs::path& folder) {
  return fs::exists(folder / kGrid) && !fs::exists(folder / kSummary);
}

std::vector<std::string> points_of_grid(const fs::path& folder) {
  CsvRows rows = result_rows(folder / kGrid);
  std::vector<std::string> points;
  std::set<std::string> known;
  while (rows.next())
    if (const std::string& point = rows.text("folder");
        known.insert(point).second)
      points.push_back(point);
  return points;
}

namespace {

NamedFolder named_folder(const std::string& given) {
  const std::size_t equals = given.find('=');
  if (equals == std::string::npos || equals == 0 || fs::exists(given))
    return {given, ""};
  const NamedFolder named{given.substr(equals + 1), given.substr(0, equals)};
  // The folder of a grid's point, which is missing.
  if (named.label.find('/') != std::string::npos && !fs::exists(named.folder))
    return {given, ""};
  return named;
}

/// True for a folder that holds neither a run nor a grid.
bool has_no_results(const fs::path& folder) {
  return fs::is_directory(folder) && !fs::exists(folder / kSummary) &&
         !fs::exists(folder / kManifest) && !fs::exists(folder / kGrid);
}

/// Refuses a run that is named twice: it would count as two.
void require_different(const std::vector<NamedFolder>& folders) {
  std::set<fs::path> seen;
  for (const NamedFolder& each : folders) {
    std::error_code unreadable;  // refused where it is read
    const fs::path folder = fs::weakly_canonical(each.folder, unreadable);
    if (!unreadable && !seen.insert(folder).second)
      throw UsageError(each.folder.string() + ": is named twice");
  }
}

}  // namespace

std::vector<NamedFolder> find_run_folders(
    const std::vector<std::string>& given) {
  std::vector<NamedFolder> folders;
  for (const std::string& text : given) {
    const NamedFolder each = named_folder(text);
    if (fs::is_regular_file(each.folder)) continue;
    if (given.size() > 1 && has_no_results(each.folder)) continue;
    if (!is_grid_folder(each.folder)) {
      folders.push_back(each);
      continue;
    }
    if (!each.label.empty())
      throw UsageError(text + ": a label names one run, not a grid");
    for (const std::string& point : points_of_grid(each.folder))
      folders.push_back({each.folder / point, ""});
  }
  require_different(folders);
  return folders;
}

}  // namespace fedltr
