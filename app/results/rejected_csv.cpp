#include "app/results/federation_files.hpp"

namespace fedltr {
namespace {

struct RejectedRow {
  const Run& run;
  const RoundRecord& record;
  std::uint32_t client;
};

std::vector<Column<RejectedRow>> rejected_columns() {
  auto columns = run_columns<RejectedRow>();
  append(columns,
         {{"round", "as in `rounds.csv`",
           [](const RejectedRow& row) { return row.record.round; }},
          {"client", "number of the client, from 0",
           [](const RejectedRow& row) { return row.client; }},
          {"attacking", "`yes` if it attacked in that round, else `no`",
           [](const RejectedRow& row) {
             return row.run.plan.attack.schedule.attacks(row.client,
                                                         row.record.time);
           }}});
  return columns;
}

std::string rejected_csv(const FederationResults& results) {
  CsvTable<RejectedRow> table(rejected_columns());
  for (const Run& run : results.runs)
    for (const RoundRecord& record : run.result.rounds)
      for (const std::uint32_t client : record.rejected)
        table.add({run, record, client});
  return table.take();
}

}  // namespace

FederationFile rejected_csv_file() {
  return single_file<FederationResults>(
      {"rejected.csv",
       "A row per client that a robust rule rejected (gave less than half of "
       "an equal weight), in evaluated rounds only.",
       "with an `aggregation.rule` other than `mean`",
       fields_of(rejected_columns())},
      rejected_csv, [](const FederationResults& results) {
        return results.runs[0].plan.rule != nullptr;
      });
}

}  // namespace fedltr
