#include "app/study/replay.hpp"

#include <optional>
#include <ostream>

#include "app/base/errors.hpp"
#include "app/base/files.hpp"
#include "app/base/json_members.hpp"
#include "app/base/scratch_folder.hpp"
#include "app/base/version.hpp"
#include "app/results/compare/run_reader.hpp"
#include "app/results/point_results.hpp"
#include "app/results/result_files.hpp"
#include "app/schema/named_points.hpp"
#include "app/schema/reader.hpp"
#include "app/study/driver.hpp"
#include "app/study/made_folders.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

/// A run folder to repeat.
struct Original {
  RunFolder run;
  std::string version;                                 ///< "0.1.0 (commit)"
  std::vector<std::pair<fs::path, std::string>> data;  ///< file, SHA-256
};

std::string version_text(const std::string& version,
                         const std::string& commit) {
  return version + " (" + commit + ")";
}

/// True for a baseline, which is more than its keys: it may spare clients their
/// faults, draw noise of its own, or evaluate other rounds.
bool is_baseline(const fs::path& folder) {
  fs::path each = fs::canonical(folder);
  for (int levels = 0; levels < 2; ++levels, each = each.parent_path()) {
    const fs::path name = each.filename();
    if ((name == kHonestFolder || name == kRetrainedFolder) &&
        fs::exists(each.parent_path() / kMark))
      return true;
  }
  return false;
}

Original read_original(const fs::path& folder) {
  if (fs::weakly_canonical(folder).parent_path().filename() == "methods")
    throw UsageError(folder.string() +
                     ": is one method of a run; repeat the run");
  if (fs::exists(folder) && is_baseline(folder))
    throw UsageError(folder.string() +
                     ": is a baseline of a run; repeat the run");
  if (is_grid_folder(folder))
    throw UsageError(folder.string() +
                     ": is a grid; repeat its points, one by one");
  const FolderJson documents = read_run_documents(folder);
  Original original{described_run(folder, documents), "", {}};
  const JsonMembers manifest(documents.manifest,
                             (folder / "manifest.json").string());
  original.version =
      version_text(manifest.text("fedltr"), manifest.text("commit"));
  for (const char* const list : {"data", "start"}) {
    if (!manifest.has(list)) continue;
    manifest.each_object(list, [&](const JsonMembers& file) {
      original.data.emplace_back(file.text("name"), file.text("sha256"));
    });
  }
  const JsonMembers summary(documents.summary,
                            (folder / "summary.json").string());
  const bool is_spent =
      summary.has("budget_spent") && summary.flag("budget_spent");
  if (!original.run.complete && !is_spent)
    throw UsageError(folder.string() +
                     ": is incomplete (interrupted); --resume completes it");
  return original;
}

/// Generated data have no file: their keys are their source.
void check_data(const Original& original) {
  for (const auto& [file, sha256] : original.data) {
    if (!file.is_absolute()) continue;
    if (!fs::exists(file))
      throw DataError(file.string() + ": is not there, but " +
                      original.run.folder.string() + " was made from it");
    if (sha256_of_file(file) != sha256)
      throw DataError(file.string() + ": has changed since " +
                      original.run.folder.string() +
                      " was made from it (SHA-256 differs)");
  }
}

/// Returns the settings that decide the results; keys without effect are left
/// out.
std::vector<std::string> settings_of(const Original& original) {
  std::vector<std::string> all;
  for (const auto& [name, value] : original.run.scenario) {
    if (is_points_key(name)) continue;
    const Key* key = find_key(name);
    if (!key)
      throw UsageError(original.run.folder.string() + ": " + name +
                       " is no key of this version; the run is of fedltr " +
                       original.version);
    if (key->name != "run.out" && key->name != "run.speedup" &&
        key->name != "run.threads")
      all.push_back(name + "=" + value);
  }
  const Scenario scenario =
      unchecked_scenario(all, original.run.folder.string());
  std::erase_if(all, [&](const std::string& setting) {
    const Key& key = *find_key(setting.substr(0, setting.find('=')));
    return key.applies && !key.applies(scenario);
  });
  return all;
}

/// A place where two result files differ, in words.
using Place = std::optional<std::string>;

/// Compares tables by the columns that both have.
Place first_difference(const fs::path& before, const fs::path& after) {
  CsvRows a = result_rows(before);
  CsvRows b = result_rows(after);
  const std::string name = before.filename().string();
  for (std::size_t row = 1;; ++row) {
    const bool more = a.next();
    const bool as_long = more == b.next();
    if (!as_long) return name + ": other number of rows";
    if (!more) return std::nullopt;
    for (const std::string& column : a.names())
      if (b.has(column) && a.text(column) != b.text(column))
        return name + ", row " + std::to_string(row) + ", " + column + ": " +
               a.text(column) + " before, " + b.text(column) + " now";
  }
}

Place first_difference(const Original& original, const RunFolder& again) {
  if (original.run.data != again.data) return "data, by SHA-256";
  for (const char* name : {"rounds.csv", "rounds.csv.gz", "parties.csv",
                           "per_query.tsv", "per_query.tsv.gz"})
    if (const fs::path before = original.run.folder / name;
        fs::exists(before) && fs::exists(again.folder / name))
      if (const Place place = first_difference(before, again.folder / name))
        return place;
  if (original.run.signature != again.signature)
    return "signature (the models): " + original.run.signature + " before, " +
           again.signature + " now";
  return std::nullopt;
}

std::string likely_cause(const Original& original, const RunFolder& again) {
  if (original.run.data != again.data)
    return "the data files have changed since (manifest.json)";
  const std::string now = version_text(kVersion, kCommit);
  if (original.version != now)
    return "another version: fedltr " + original.version + " before, " + now +
           " now";
  const auto system = original.run.scenario.find("privacy.randomness");
  if (system != original.run.scenario.end() && system->second == "system")
    return "privacy.randomness = system: noise and masks are not from run.seed";
  return "version, data and keys are the same: a file was edited, or fedltr or "
         "the machine has a fault";
}

}  // namespace

int replay(const StudyOptions& options, std::ostream& out) {
  std::error_code unknown;
  if (options.out && fs::equivalent(*options.out, options.file, unknown))
    throw UsageError("--out " + options.out->string() +
                     ": is the run to repeat; name another folder");
  const Original original = read_original(options.file);
  check_data(original);
  const fs::path manifest = options.file / "manifest.json";
  const Scenario scenario =
      default_scenario(settings_of(original), manifest.string());
  std::optional<ScratchFolder> temporary;
  StudyOptions again = options;
  again.repeats = true;
  if (!again.out) again.out = temporary.emplace().path() / "run";
  std::ostream silent(nullptr);
  const int code =
      run_study({{}, {{{}, scenario}}, {}, manifest}, again, silent);
  if (code != kDone && code != kBudgetSpent) return code;
  const RunFolder repeated =
      described_run(*again.out, read_run_documents(*again.out));
  if (const Place place = first_difference(original, repeated)) {
    out << "different " << *place << "\nlikely    "
        << likely_cause(original, repeated) << "\n";
    return kRunFailed;
  }
  out << "same bits signature " << repeated.signature << "\n";
  return kDone;
}

}  // namespace fedltr
