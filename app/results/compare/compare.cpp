#include "app/results/compare/compare.hpp"

#include <algorithm>
#include <ostream>

#include "app/base/errors.hpp"
#include "app/base/text.hpp"
#include "app/results/compare/run_reader.hpp"
#include "app/results/compare/tables.hpp"

namespace fedltr {
namespace {

using Runs = std::vector<const RunFolder*>;

std::vector<RunFolder> read_runs(const CompareOptions& options) {
  const auto folders = find_run_folders(options.runs);
  if (folders.size() < 2)
    throw UsageError(
        "expected at least two runs to compare, or a grid's "
        "folder");
  std::vector<RunFolder> runs;
  for (const auto& folder : folders) {
    runs.push_back(read_run_folder(folder));
    if (runs.back().data != runs[0].data)
      throw UsageError(
          runs[0].folder.string() + " and " + folder.string() +
          " can't be paired: they have different data (manifest.json)");
  }
  label_runs(runs, options.by);
  return runs;
}

std::vector<std::string> metrics_of(const CompareOptions& options,
                                    const std::vector<RunFolder>& runs) {
  std::vector<std::string> metrics = options.metrics;
  if (metrics.empty()) {
    for (const std::string& metric : runs[0].metrics)
      if (std::ranges::all_of(runs, [&](const RunFolder& run) {
            return run.by_run.contains(metric);
          }))
        metrics.push_back(metric);
    if (metrics.empty()) throw UsageError("the runs have no metric in common");
  }
  for (const std::string& metric : metrics)
    for (const RunFolder& run : runs)
      if (!run.by_run.contains(metric))
        throw UsageError(run.folder.string() + ": has no metric '" + metric +
                         "'; it has: " + join(run.metrics, ", "));
  return metrics;
}

/// The runs of each table, in the order given: by value of --by, or all.
std::vector<std::pair<std::string, Runs>> group_runs(
    const CompareOptions& options, const std::vector<RunFolder>& runs) {
  std::vector<std::pair<std::string, Runs>> groups;
  for (const RunFolder& run : runs) {
    std::string group;
    if (!options.by.empty()) {
      const auto value = run.scenario.find(options.by);
      if (value == run.scenario.end())
        throw UsageError("--by " + options.by + ": " + run.folder.string() +
                         " has no such key");
      group = options.by + " = " + value->second;
    }
    auto found =
        std::ranges::find(groups, group, &std::pair<std::string, Runs>::first);
    if (found == groups.end()) found = groups.insert(groups.end(), {group, {}});
    found->second.push_back(&run);
  }
  return groups;
}

void put_baseline_first(const CompareOptions& options, const std::string& group,
                        Runs& runs) {
  if (options.baseline.empty()) return;
  // A label is the run's name in its table, even if another's folder ends with
  // it.
  auto found = std::ranges::find_if(runs, [&](const RunFolder* run) {
    return run->label == options.baseline;
  });
  if (found == runs.end())
    found = std::ranges::find_if(runs, [&](const RunFolder* run) {
      return is_meant(*run, options.baseline);
    });
  if (found == runs.end()) {
    std::vector<std::string> labels;
    for (const RunFolder* run : runs) labels.push_back(run->label);
    throw UsageError("--baseline " + options.baseline + ": no such run" +
                     (group.empty() ? "" : " where " + group) +
                     "; there are: " + join(labels, "; "));
  }
  std::rotate(runs.begin(), found, found + 1);
}

std::string notes_on(const std::vector<RunFolder>& runs) {
  std::string notes;
  for (const RunFolder& run : runs)
    if (!run.complete || run.rounds != runs[0].rounds)
      notes +=
          "Note: " + run.label +
          (run.complete ? " has a different number of rounds than the first\n"
                        : " is incomplete (interrupted)\n");
  return notes;
}

}  // namespace

void print_comparison(std::ostream& out, const CompareOptions& options) {
  const std::vector<RunFolder> runs = read_runs(options);
  std::vector<ComparisonTable> tables;
  std::vector<std::string> left_out;
  for (auto& [group, members] : group_runs(options, runs)) {
    put_baseline_first(options, group, members);
    if (members.size() < 2)
      throw UsageError("--by " + options.by + ": only one run where " + group);
    for (const std::string& metric : metrics_of(options, runs)) try {
        tables.push_back(compare_runs(metric, members, options));
        tables.back().group = group;
      } catch (const UsageError& error) {
        // Requested, or the only one: then the reason is the answer.
        if (!options.metrics.empty()) throw;
        left_out.emplace_back(error.what());
      }
  }
  if (tables.empty()) throw UsageError(left_out[0]);
  if (options.format == TableFormat::kText) {
    for (const auto& reason : left_out) out << "Left out: " << reason << "\n";
    out << notes_on(runs);
  }
  switch (options.format) {
    case TableFormat::kText:
      return print_text(out, tables);
    case TableFormat::kCsv:
      return print_csv(out, tables);
    case TableFormat::kJson:
      return print_json(out, tables);
    case TableFormat::kLatex:
      return print_latex(out, tables);
  }
}

}  // namespace fedltr
