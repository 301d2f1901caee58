#include "app/results/study_files.hpp"

namespace fedltr {
namespace {

struct ThreadsRow {
  const SpeedupRow& at;
  const SpeedupRow& first;
};

std::vector<Column<ThreadsRow>> speedup_columns(const SpeedupUnits& units) {
  return {
      {"threads", "number of threads",
       [](const ThreadsRow& row) { return row.at.threads; }},
      {units.members,
       "number of clients, which grows with `run.scaling = weak`; for silos "
       "`parties`",
       [](const ThreadsRow& row) { return row.at.members; }},
      {"wall_seconds", "wall time, in seconds",
       [](const ThreadsRow& row) { return row.at.wall; }},
      {"cpu_seconds", "processor time, in seconds",
       [](const ThreadsRow& row) { return row.at.cpu; }},
      {units.work + "_per_second",
       "searches per second of wall time; for silos `repeats_per_second`",
       [](const ThreadsRow& row) { return row.at.rate; }},
      {"speedup", "this rate divided by that of the first row",
       [](const ThreadsRow& row) { return speedup_of(row.at, row.first); }},
      {"efficiency", "speed-up divided by the factor of threads, 1 at best",
       [](const ThreadsRow& row) { return efficiency_of(row.at, row.first); }},
      {"signature", "of `summary.json`",
       [](const ThreadsRow& row) { return row.at.signature; }},
  };
}

std::string speedup_csv(const SpeedupResults& results) {
  CsvTable<ThreadsRow> table(speedup_columns(results.units));
  for (const SpeedupRow& row : results.rows) table.add({row, results.rows[0]});
  return table.take();
}

}  // namespace

double speedup_of(const SpeedupRow& row, const SpeedupRow& first) {
  return row.rate / first.rate;
}

double efficiency_of(const SpeedupRow& row, const SpeedupRow& first) {
  return speedup_of(row, first) * static_cast<double>(first.threads) /
         static_cast<double>(row.threads);
}

SpeedupFile speedup_csv_file() {
  return single_file<SpeedupResults>(
      {"speedup.csv", "A row per number of threads; differs from run to run.",
       "with `run.speedup`", fields_of(speedup_columns({}))},
      speedup_csv);
}

}  // namespace fedltr
