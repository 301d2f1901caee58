#include <algorithm>

#include "app/results/federation_files.hpp"
#include "app/results/members_json.hpp"

namespace fedltr {
namespace {

/// A comparison of models by clicks, of a run.
struct ComparedRow {
  const Run& run;
  const HeldOutPoint& point;
};

std::vector<Column<ComparedRow>> compared_columns() {
  using Row = ComparedRow;
  auto columns = run_columns<Row>();
  append<Row>(
      columns,
      {{"opened", "opened sums that the newest model is of",
        [](const Row& row) { return row.point.opened; }},
       {"kept", "opened sums of the model that was kept last, before this",
        [](const Row& row) { return row.point.kept; }},
       {"members", "members in the sum",
        [](const Row& row) { return row.point.members; }},
       {"users",
        "users whose clicks count, since the last verdict; with noise an "
        "estimate, in which with `members.unit = member` each member counts "
        "as one",
        [](const Row& row) { return row.point.queries; }},
       {"preference",
        "their mean preference for the newest models, 0 to 1; with noise an "
        "estimate",
        [](const Row& row) { return row.point.mean; }},
       {"lower",
        "interval of that mean, which holds with 95 % at all evaluations "
        "together",
        [](const Row& row) { return row.point.lower; }},
       {"upper", "its other end",
        [](const Row& row) { return row.point.upper; }},
       {"verdict",
        "`open`: the comparison continues; `kept`: the interval is above 1/2; "
        "`withdrawn`: that of 99.9 % is below 1/2, and the model kept last "
        "ranks and learns again",
        [](const Row& row) { return name_of(row.point.verdict); }}});
  return columns;
}

std::string compared_csv(const FederationResults& results) {
  CsvTable<ComparedRow> table(compared_columns());
  for (const Run& run : results.runs)
    for (const HeldOutPoint& point : run.result.held_out)
      table.add({run, point});
  return table.take();
}

bool has_compared(const FederationResults& results) {
  return std::ranges::any_of(results.runs, [](const Run& run) {
    return !run.result.held_out.empty() && compares(run);
  });
}

}  // namespace

FederationFile compared_csv_file() {
  return single_file<FederationResults>(
      {"compared.csv",
       "Comparisons of models by clicks on interleaved lists of all members, "
       "as their server and each member learn them.",
       "with `members.compare`", fields_of(compared_columns())},
      compared_csv, has_compared);
}

}  // namespace fedltr
