#include "app/results/fault_report.hpp"

#include <array>

#include "app/base/json.hpp"
#include "app/results/federation_files.hpp"

namespace fedltr {
namespace {

struct Total {
  FaultCounts faults;
  std::uint64_t dropped = 0;
  std::uint64_t refused = 0;
};

Total total_of(const std::vector<Run>& runs) {
  Total total;
  for (const Run& each : runs) {
    const RoundRecord& last = each.result.rounds.back();
    total.faults.add(last.faults);
    total.dropped += last.dropped;
    total.refused += last.refused;
  }
  return total;
}

/// Name of a column and of a member of summary.json, in words of the scenario's
/// keys.
struct Count {
  const char* name;
  std::uint64_t FaultCounts::*field;
  const char* meaning;
};
constexpr std::array kCounts = {
    Count{"dropouts", &FaultCounts::dropouts,
          "clients that dropped out of a round"},
    Count{"crashes", &FaultCounts::crashes, "clients that crashed in a round"},
    Count{"late", &FaultCounts::late, "updates that arrived after their round"},
    Count{"stale", &FaultCounts::stale, "late updates used in a later round"},
    Count{"lost", &FaultCounts::lost,
          "late updates that arrived in a round that was not used"},
    Count{"corrupt", &FaultCounts::corrupt, "updates that were damaged"},
    Count{"unused_rounds", &FaultCounts::unused,
          "rounds not used, with too few updates"}};

struct RefusalRow {
  const Run& run;
  const RoundRecord& record;
};

std::vector<Column<RefusalRow>> fault_columns() {
  auto columns = run_columns<RefusalRow>();
  append(columns, {{"round", "as in `rounds.csv`",
                    [](const RefusalRow& row) { return row.record.round; }},
                   {"dropped", "updates so far that were missing or too late",
                    [](const RefusalRow& row) { return row.record.dropped; }},
                   {"refused", "updates so far that were invalid",
                    [](const RefusalRow& row) { return row.record.refused; }}});
  for (const Count& count : kCounts)
    columns.push_back({count.name, std::string(count.meaning) + ", so far",
                       [field = count.field](const RefusalRow& row) {
                         return row.record.faults.*field;
                       }});
  return columns;
}

std::string faults_csv(const FederationResults& results) {
  CsvTable<RefusalRow> table(fault_columns());
  for (const Run& run : results.runs)
    for (const RoundRecord& record : run.result.rounds)
      table.add({run, record});
  return table.take();
}

}  // namespace

bool has_faults(const std::vector<Run>& runs) {
  return !runs[0].plan.faults.none() || total_of(runs).faults.unused > 0;
}

Json faults_json(const std::vector<Run>& runs) {
  if (!has_faults(runs)) return nullptr;
  const Total total = total_of(runs);
  Json json = {{"dropped", total.dropped}};
  for (const Count& count : kCounts)
    json[count.name] = total.faults.*count.field;
  return json;
}

std::vector<OutputField> faults_fields() {
  std::vector<OutputField> fields = {
      {"faults.dropped",
       "missing and late updates of all runs; `faults` is null if no fault is "
       "simulated and every round was used"}};
  for (const Count& count : kCounts)
    fields.push_back({std::string("faults.") + count.name, count.meaning});
  return fields;
}

FederationFile faults_csv_file() {
  return single_file<FederationResults>(
      {"faults.csv", "Faults so far, a row per evaluated round.",
       "with `[faults]`, or if a round was not used",
       fields_of(fault_columns())},
      faults_csv, [](const FederationResults& results) {
        return has_faults(results.runs);
      });
}

}  // namespace fedltr
