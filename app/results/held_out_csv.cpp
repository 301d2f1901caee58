#include <algorithm>

#include "app/results/federation_files.hpp"
#include "app/results/members_json.hpp"

namespace fedltr {
namespace {

/// A masked evaluation of a run.
struct HeldOutRow {
  const Run& run;
  const HeldOutPoint& point;
};

std::vector<Column<HeldOutRow>> held_out_columns(const std::string& metric) {
  auto columns = run_columns<HeldOutRow>();
  append<HeldOutRow>(
      columns,
      {{"opened", "opened sums that the model is of; 0: the first model",
        [](const HeldOutRow& row) { return row.point.opened; }},
       {"members", "members in the sum",
        [](const HeldOutRow& row) { return row.point.members; }},
       {"queries",
        "held-out queries in it; with noise an estimate, in which with "
        "`members.unit = member` each member counts as one",
        [](const HeldOutRow& row) { return row.point.queries; }},
       {metric, "mean over them; with noise an estimate",
        [](const HeldOutRow& row) { return row.point.mean; }}});
  return columns;
}

std::string held_out_csv(const FederationResults& results) {
  CsvTable<HeldOutRow> table(held_out_columns(metric_names(results.runs)[0]));
  for (const Run& run : results.runs)
    for (const HeldOutPoint& point : run.result.held_out)
      table.add({run, point});
  return table.take();
}

bool has_held_out(const FederationResults& results) {
  return std::ranges::any_of(results.runs, [](const Run& run) {
    return !run.result.held_out.empty() && !compares(run);
  });
}

}  // namespace

FederationFile held_out_csv_file() {
  return single_file<FederationResults>(
      {"held_out.csv",
       "Masked evaluations: a metric over the held-out queries of all members, "
       "as their server and each member learn it.",
       "with `members.evaluate`", fields_of(held_out_columns("METRIC"))},
      held_out_csv, has_held_out);
}

}  // namespace fedltr
