#include "app/cli/compare_command.hpp"

#include <algorithm>
#include <ostream>

#include "app/base/errors.hpp"
#include "app/base/text.hpp"
#include "app/results/compare/compare.hpp"

namespace fedltr {
namespace {

constexpr const char* kCompareHelp = R"(
Each RUN (a run folder; a grid's folder stands for its points) against the first
or the --baseline, or with --all-pairs against each other.

--over says of what a difference is to be expected again:
  queries  other queries, by the same trained models: a query counts once, by
           its mean over repeats
  seeds    other seeds on these queries: a run (fold, repeat) counts once, by
           its mean over queries
  both     other queries and other seeds: a two-way model of random effects,
           from three repeats on
Repeats of a query are never taken for independent. Metrics without values by
query (online_...) are compared over runs.

--baseline takes a label as printed, the end of a path, or section.key=value; by
the last, each table of --by finds its own.
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
  for (const std::string& run : command.list("file"))
    options.runs.emplace_back(run);
  options.metrics = command.list("metric");
  options.baseline = command.text("baseline").value_or("");
  options.by = command.text("by").value_or("");
  options.all_pairs = command.has("all-pairs");
  options.sort = command.has("sort");
  options.over =
      static_cast<Over>(choice(command, "over", {"queries", "seeds", "both"}));
  options.format = static_cast<TableFormat>(
      choice(command, "format", {"text", "csv", "json", "latex"}));
  if (const auto text = command.text("seed")) {
    const auto seed = parse_whole(*text);
    if (!seed)
      throw UsageError("--seed " + *text + ": expected a whole number");
    options.seed = *seed;
  }
  if (options.all_pairs && !options.baseline.empty())
    throw UsageError("--all-pairs has no --baseline: give one of them");
  return options;
}

}  // namespace

int compare_command(const Arguments& arguments, std::ostream& out) {
  Command command("fedltr compare RUN... [--baseline RUN] [--over queries]");
  command.option<std::string>("baseline", "what the others are held against");
  command.option<std::string>("by", "a table for each value of this key");
  command.flag("all-pairs", "each run against each");
  command.flag("sort", "by mean, the largest first");
  command.option<std::string>("over", "queries (default), seeds or both");
  command.repeated("metric", "only this one; any number of times");
  command.option<std::string>("format", "text, csv, json or latex");
  command.option<std::string>("seed", "of the randomisation test, 1");
  command.files(-1);
  if (!command.parse(arguments, out)) {
    out << kCompareHelp;
    return kDone;
  }
  print_comparison(out, read_options(command));
  return kDone;
}

}  // namespace fedltr
