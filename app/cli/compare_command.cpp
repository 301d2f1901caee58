#include "app/cli/compare_command.hpp"

#include <algorithm>
#include <ostream>

#include "app/base/errors.hpp"
#include "app/base/text.hpp"
#include "app/results/compare/compare.hpp"

namespace fedltr {
namespace {

constexpr const char* kCompareHelp = R"(
Compares each RUN (a run folder; a grid's folder means all its points; LABEL=RUN
names it) with the first or with --baseline; with --all-pairs, each with each.

--over chooses what the test generalises to:
  both     other queries and other seeds: a model with random effects of queries
           and of runs (fold, repeat); needs three repeats, and is then the default.
           Not other training data: repeats of a fold share theirs
  queries  other queries, by the same trained models: a query counts once, by
           its mean over repeats; the default for one or two repeats
  seeds    other seeds on these queries: a run counts once, by its mean over
           queries
Repeats of a query never count as independent. Metrics without values by
query (online_...) are compared over runs. Means are weighted as in the test: each
query and run, each query, or each run equally. p-values are corrected for all
comparisons shown by a metric.

--baseline takes a label as printed, the end of a path, or section.key=value. If
several runs have that value, each run is compared with the one whose other keys
are the same.

--columns KEY prints one table of means and marks, with a column for each value of
KEY and a row for each other setting: a grid over rules and attacks in one table.
)";

/// Returns the place of an option's value among the names it can have.
std::size_t choice(const Command& command, const char* option,
                   const Arguments& names) {
  const auto text = command.text(option);
  if (!text) return 0;
  const auto found = std::ranges::find(names, *text);
  if (found == names.end())
    throw UsageError("--" + std::string(option) + " " + *text +
                     ": expected one of " + join(names, ", "));
  return static_cast<std::size_t>(found - names.begin());
}

CompareOptions read_options(const Command& command) {
  CompareOptions options;
  options.runs = command.list("file");
  options.metrics = command.list("metric");
  options.baseline = command.text("baseline").value_or("");
  options.by = command.list("by");
  options.columns = command.text("columns").value_or("");
  options.all_pairs = command.has("all-pairs");
  options.sort = command.has("sort");
  if (command.has("over"))
    options.over = static_cast<Over>(
        choice(command, "over", {"queries", "seeds", "both"}));
  options.format = static_cast<TableFormat>(
      choice(command, "format", {"text", "csv", "json", "latex"}));
  if (const auto text = command.text("seed")) {
    const auto seed = parse_whole(*text);
    if (!seed) throw UsageError("--seed " + *text + ": expected an integer");
    options.seed = *seed;
  }
  if (options.all_pairs && !options.baseline.empty())
    throw UsageError("--all-pairs and --baseline: give only one of them");
  if (options.all_pairs && !options.columns.empty())
    throw UsageError("--all-pairs and --columns: give only one of them");
  return options;
}

}  // namespace

int compare_command(const Arguments& arguments, std::ostream& out) {
  Command command("fedltr compare RUN... [--baseline RUN] [--columns KEY]");
  command.option<std::string>("baseline",
                              "run that the others are compared with");
  command.repeated("by",
                   "print a table for each value of this key; may be "
                   "repeated");
  command.option<std::string>(
      "columns", "print one table, a column for each value of this key");
  command.flag("all-pairs", "compare each run with each");
  command.flag("sort", "sort by mean, largest first");
  command.option<std::string>("over", "queries, seeds or both");
  command.repeated("metric", "only this metric; may be repeated");
  command.option<std::string>("format", "text, csv, json or latex");
  command.option<std::string>("seed", "seed of the randomisation test, 1");
  command.files(-1);
  if (!command.parse(arguments, out)) {
    out << kCompareHelp;
    return kDone;
  }
  print_comparison(out, read_options(command));
  return kDone;
}

}  // namespace fedltr
