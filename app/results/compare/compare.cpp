#include "app/results/compare/compare.hpp"

#include <algorithm>
#include <iostream>
#include <ostream>
#include <set>
#include <sstream>

#include "app/base/errors.hpp"
#include "app/base/text.hpp"
#include "app/results/compare/run_reader.hpp"
#include "app/results/compare/tables.hpp"
#include "app/results/number_text.hpp"

namespace fedltr {
namespace {

using Runs = std::vector<const RunFolder*>;
using Groups = std::vector<std::pair<std::string, Runs>>;

/// Returns the keys whose values have a table, or a column, each.
std::vector<std::string> grouping_keys(const CompareOptions& options) {
  std::vector<std::string> keys = options.by;
  if (!options.columns.empty()) keys.push_back(options.columns);
  return keys;
}

std::vector<RunFolder> read_runs(const CompareOptions& options) {
  const auto folders = find_run_folders(options.runs);
  const bool none_left_out = options.runs.size() < 2 &&
                             (folders.empty() || !folders[0].label.empty() ||
                              folders[0].folder == options.runs[0]);
  if (folders.size() < 2)
    throw UsageError(
        "expected at least two runs to compare, or a grid's folder" +
        (none_left_out
             ? ""
             : "; of " + join(options.runs, ", ") + ", " +
                   (folders.empty() ? "none holds results"
                                    : "only " + folders[0].folder.string() +
                                          " holds results")));
  std::vector<RunFolder> runs;
  for (const NamedFolder& each : folders) {
    RunFolder& run = runs.emplace_back(read_run_folder(each.folder));
    run.label = each.label;
    run.is_named = !each.label.empty();
    if (run.data != runs[0].data)
      throw UsageError(
          runs[0].folder.string() + " and " + each.folder.string() +
          " can't be paired: they have different data (manifest.json)");
  }
  label_runs(runs, grouping_keys(options));
  return runs;
}

std::vector<std::string> metrics_of(const CompareOptions& options,
                                    const std::vector<RunFolder>& runs) {
  std::vector<std::string> metrics;
  for (const std::string& metric : options.metrics)
    if (std::ranges::count(metrics, metric) == 0) metrics.push_back(metric);
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

std::string joined(const std::string& group, const std::string& more) {
  return group + (group.empty() || more.empty() ? "" : ", ") + more;
}

/// Divides runs by their values of some keys, in the order given.
/// @param option  by which the keys were given, for errors
Groups grouped(const Runs& runs, const std::vector<std::string>& keys,
               const std::string& option) {
  Groups groups;
  for (const RunFolder* run : runs) {
    std::string group;
    for (const std::string& key : keys) {
      if (!find_value(*run, key))
        throw UsageError(option + " " + key + ": " + run->folder.string() +
                         " has no such key");
      group = joined(group, key + " = " + value_of(*run, key));
    }
    auto found = std::ranges::find(groups, group, &Groups::value_type::first);
    if (found == groups.end()) found = groups.insert(groups.end(), {group, {}});
    found->second.push_back(run);
  }
  return groups;
}

[[noreturn]] void refuse_baseline(const CompareOptions& options,
                                  const std::string& group, const Runs& runs,
                                  const std::string& why) {
  std::vector<std::string> labels;
  for (const RunFolder* run : runs) labels.push_back(run->label);
  throw UsageError("--baseline " + options.baseline + ": " + why +
                   (group.empty() ? "" : " where " + group) +
                   "; there are: " + join(labels, "; "));
}

void put_first(Runs& runs, const RunFolder* baseline) {
  const auto found = std::ranges::find(runs, baseline);
  std::rotate(runs.begin(), found, found + 1);
}

/// Divides runs by their values of all keys in which they differ, but that of
/// the baseline.
Groups grouped_around(const NamedSetting& baseline, const Runs& runs) {
  std::vector<RunFolder> copies;
  for (const RunFolder* run : runs) {
    RunFolder& copy = copies.emplace_back();
    copy.scenario = run->scenario;
  }
  return grouped(runs, varied_keys(copies, {baseline.key}), "--baseline");
}

/// Puts the baseline first. If it is a setting that several runs have, divides
/// the runs so that each part has one of them.
Groups around_baseline(const CompareOptions& options, const std::string& group,
                       Runs runs) {
  if (options.baseline.empty()) return {{"", runs}};
  auto called = std::ranges::find(runs, options.baseline, &RunFolder::label);
  if (called == runs.end())
    called = std::ranges::find_if(runs, [&](const RunFolder* run) {
      return is_called(*run, options.baseline);
    });
  if (called != runs.end()) {
    put_first(runs, *called);
    return {{"", runs}};
  }
  const auto setting = NamedSetting::read(options.baseline);
  const auto holds = [&](const RunFolder* run) {
    return setting && setting->holds(*run);
  };
  const auto number = std::ranges::count_if(runs, holds);
  if (number == 0) refuse_baseline(options, group, runs, "no such run");
  if (number == 1) {
    put_first(runs, *std::ranges::find_if(runs, holds));
    return {{"", runs}};
  }
  Groups parts = grouped_around(*setting, runs);
  for (auto& [where, members] : parts) {
    if (std::ranges::count_if(members, holds) != 1)
      refuse_baseline(
          options, joined(group, where), members,
          "expected one run with this setting, found " +
              std::to_string(std::ranges::count_if(members, holds)));
    put_first(members, *std::ranges::find_if(members, holds));
  }
  return parts;
}

/// Refuses two runs of a table with one label, which the user gave.
void require_own_labels(const Runs& runs) {
  std::set<std::string> labels;
  for (const RunFolder* run : runs)
    if (!labels.insert(run->label).second)
      throw UsageError(run->label + "=" + run->folder.string() +
                       ": is the label of another run of its table");
}

/// Runs of a table, its baseline first.
struct ComparedGroup {
  std::string group;
  std::string column;
  Runs runs;
};

std::vector<ComparedGroup> tables_of(const CompareOptions& options,
                                     const std::vector<RunFolder>& runs) {
  Runs all;
  for (const RunFolder& run : runs) all.push_back(&run);
  std::vector<std::string> columns;
  if (!options.columns.empty()) columns.push_back(options.columns);
  std::vector<ComparedGroup> tables;
  for (const auto& [group, in_group] : grouped(all, options.by, "--by"))
    for (const auto& [column, in_column] :
         grouped(in_group, columns, "--columns"))
      for (auto& [part, members] :
           around_baseline(options, joined(group, column), in_column)) {
        if (members.size() < 2)
          throw UsageError("only one run where " +
                           joined(joined(group, column), part));
        require_own_labels(members);
        tables.push_back({joined(group, part),
                          value_of(*members[0], options.columns),
                          std::move(members)});
      }
  return tables;
}

/// Returns lines on runs that are not like those they are compared with.
std::string notes_on(const std::vector<ComparedGroup>& tables) {
  std::vector<std::string> lines;
  for (const ComparedGroup& table : tables)
    for (const RunFolder* run : table.runs)
      if (!run->complete)
        lines.push_back("Note: " + run->label + " is incomplete (interrupted)");
      else if (run->rounds != table.runs[0]->rounds)
        lines.push_back("Note: " + run->label +
                        " has a different number of rounds than " +
                        table.runs[0]->label);
  std::string notes;
  std::set<std::string> seen;
  for (const std::string& line : lines)
    if (seen.insert(line).second) notes += line + "\n";
  return notes;
}

void correct_by_metric(std::vector<ComparisonTable>& tables) {
  std::map<std::string, std::vector<ComparisonTable*>> families;
  for (ComparisonTable& table : tables)
    families[table.metric].push_back(&table);
  for (const auto& [metric, family] : families) correct(family);
}

/// Returns a line with the run that validation queries choose and its test
/// metric; empty if the runs have no such metric.
std::string choice_of(const std::vector<RunFolder>& runs) {
  const auto validation = validation_metric(runs);
  if (!validation) return "";
  const RunFolder& chosen = *std::ranges::max_element(
      runs, {},
      [&](const RunFolder& run) { return run.spreads.at(*validation).mean; });
  const std::string& metric = chosen.metrics[0];
  return "Chosen by " + *validation + ": " + chosen.label + ", " +
         spread_text(chosen.spreads.at(*validation)) +
         (value_of(chosen, "evaluation.on") == "train"
              ? "; on the training queries "
              : "; on the test queries ") +
         metric + " " + spread_text(chosen.spreads.at(metric)) + "\n";
}

/// Returns the limits of tests of fewer than three repeats.
std::string limits_of(const std::vector<ComparisonTable>& tables) {
  const bool over_queries =
      std::ranges::any_of(tables, [](const ComparisonTable& table) {
        return table.over == Over::kQueries;
      });
  return over_queries ? "Tests over queries do not cover other seeds; from "
                        "run.repeats = 3 "
                        "on, --over both does.\n"
                      : "";
}

}  // namespace

void print_comparison(std::ostream& out, const CompareOptions& options) {
  const std::vector<RunFolder> runs = read_runs(options);
  std::vector<ComparisonTable> tables;
  std::vector<std::string> left_out;
  const std::vector<ComparedGroup> compared = tables_of(options, runs);
  for (const ComparedGroup& each : compared)
    for (const std::string& metric : metrics_of(options, runs)) try {
        tables.push_back(compare_runs(metric, each.runs, options));
        tables.back().group = each.group;
        tables.back().column = each.column;
      } catch (const UsageError& error) {
        // Requested, or the only one: then the reason is the answer.
        if (!options.metrics.empty()) throw;
        left_out.emplace_back(error.what());
      }
  if (tables.empty()) throw UsageError(left_out[0]);
  correct_by_metric(tables);
  // Validation queries choose, not the best test value.
  if (validation_metric(runs))
    for (ComparisonTable& table : tables)
      for (Comparison& row : table.rows) row.best = false;
  if (options.format == TableFormat::kCsv ||
      options.format == TableFormat::kJson)
    for (ComparisonTable& table : tables)
      if (!table.column.empty())
        table.group =
            joined(table.group, options.columns + " = " + table.column);
  const std::string notes = notes_on(compared);
  std::string reasons;
  for (const auto& reason : left_out) reasons += "Left out: " + reason + "\n";
  if (options.format != TableFormat::kText)
    std::cerr << without_controls(notes + reasons);
  switch (options.format) {
    case TableFormat::kText: {
      std::ostringstream text;
      text << notes;
      if (options.columns.empty())
        print_text(text, tables);
      else
        print_columns(text, tables, options.columns);
      text << limits_of(tables) << choice_of(runs) << reasons;
      // Labels are values of files, which may be another's.
      out << without_controls(text.str());
      return;
    }
    case TableFormat::kCsv:
      return print_csv(out, tables);
    case TableFormat::kJson:
      return print_json(out, tables);
    case TableFormat::kLatex:
      return print_latex(out, tables, options.columns);
  }
}

}  // namespace fedltr
