#include "app/study/speedup.hpp"

#include <cstdint>
#include <limits>
#include <ostream>
#include <sstream>
#include <stdexcept>

#include <spdlog/fmt/fmt.h>

#include "app/base/errors.hpp"
#include "app/base/json_members.hpp"
#include "app/base/text.hpp"
#include "app/results/registry.hpp"
#include "app/results/result_files.hpp"
#include "app/results/staged_results.hpp"
#include "app/results/study_files.hpp"
#include "app/study/driver.hpp"
#include "app/study/own_folders.hpp"
#include "app/study/resume.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

SpeedupUnits units_of(const Scenario& scenario) {
  return scenario.silo.on ? SpeedupUnits{"parties", "repeats"} : SpeedupUnits();
}

SpeedupRow read_row(const fs::path& folder, const Scenario& scenario) {
  const fs::path timing_file = folder / "timing.json";
  const fs::path summary_file = folder / "summary.json";
  const Json timing_json = result_json(timing_file);
  const Json summary_json = result_json(summary_file);
  const JsonMembers timing(timing_json, timing_file.string());
  SpeedupRow row;
  row.wall = timing.real("wall_seconds");
  row.cpu = timing.real("cpu_seconds");
  row.rate = scenario.silo.on ? scenario.run.repeats / row.wall
                              : timing.real("interactions_per_second");
  row.signature =
      JsonMembers(summary_json, summary_file.string()).text("signature");
  row.threads = timing.whole<std::uint32_t>(
      "threads", 1, std::numeric_limits<std::uint32_t>::max());
  row.members =
      scenario.silo.on ? scenario.silo.parties : scenario.federation.clients;
  return row;
}

std::string amount_of_work(const Scenario& scenario) {
  if (scenario.silo.on) return with_commas(scenario.run.repeats) + " repeat(s)";
  return with_commas(scenario.federation.interactions) + " interactions, " +
         with_commas(scenario.federation.rounds) + " rounds";
}

void print_table(std::ostream& out, const Scenario& scenario,
                 const std::vector<SpeedupRow>& rows, const fs::path& folder) {
  const SpeedupUnits units = units_of(scenario);
  out << fmt::format("{}: {} scaling, {}\n", scenario.run.name,
                     scenario.run.weak ? "weak" : "strong",
                     amount_of_work(scenario));
  out << fmt::format("{:>7} {:>10} {:>9} {:>9} {:>14} {:>8} {:>10}\n",
                     "threads", units.members, "wall s", "cpu s",
                     units.work + "/s", "speed-up", "efficiency");
  for (const SpeedupRow& row : rows)
    out << fmt::format(
        "{:>7} {:>10} {:>9.2f} {:>9.2f} {:>14} {:>8.2f} {:>10.2f}\n",
        row.threads, with_commas(row.members), row.wall, row.cpu,
        scenario.silo.on ? fmt::format("{:.3f}", row.rate)
                         : with_commas(static_cast<std::uint64_t>(row.rate)),
        speedup_of(row, rows[0]), efficiency_of(row, rows[0]));
  out << "results   " << folder.string();
  if (!scenario.run.weak)
    out << "  signature " << rows[0].signature.substr(0, 16)
        << " on any number of threads";
  out << "\n";
}

fs::path folder_of(const fs::path& folder, std::size_t threads) {
  return folder / ("threads=" + std::to_string(threads));
}

/// Scales the scenario to a number of threads: weak scaling multiplies the
/// number of clients.
ReadScenario scaled(const ReadScenario& read, std::size_t threads) {
  const Scenario& scenario = read.points[0].scenario;
  if (!scenario.run.weak) return read;
  return with_settings(read,
                       {"federation.clients=" +
                        std::to_string(scenario.federation.clients * threads)});
}

}  // namespace

int run_speedup(const ReadScenario& read, const StudyOptions& options,
                std::ostream& out) {
  const Scenario& scenario = read.points[0].scenario;
  const fs::path folder = options.out.value_or(scenario.run.out);
  FolderLock held(folder);
  std::vector<fs::path> folders;
  for (const std::size_t threads : scenario.run.speedup)
    folders.push_back(folder_of(folder, threads));
  require_own(folders, held);
  recover_results(folder);
  if (!options.force && !options.resume) refuse_to_overwrite(folders, folder);
  held.add_made(folders);
  std::vector<SpeedupRow> rows;
  int code = kDone;
  bool was_cut_short = false;
  for (const std::size_t threads : scenario.run.speedup) {
    StudyOptions one = options;
    one.threads = threads;
    one.out = folder_of(folder, threads);
    // A forced study replaces older results after the one it stopped in.
    if (was_cut_short) {
      one.resume = false;
      one.force = true;
    }
    was_cut_short |= options.resume && CheckpointFolder(*one.out, {}).exists();
    const ReadScenario each = scaled(read, threads);
    std::ostringstream report;  // printed only on failure
    code = run_study(each, one, report);
    if (code != kDone && code != kBudgetSpent) {
      out << report.str();
      return code;
    }
    held.keep();
    // An older table would not match new rows.
    if (rows.empty() && options.force) remove_results(folder);
    rows.push_back(read_row(*one.out, each.points[0].scenario));
    if (!scenario.run.weak && rows.back().signature != rows[0].signature)
      throw std::runtime_error("results differ between numbers of threads");
  }
  replace_results(folder, speedup_files(), {rows, units_of(scenario)});
  if (options.force) remove_stale_folders(folders, held);
  print_table(out, scenario, rows, folder);
  if (options.resume)
    out << "times are of the last invocation: they mean nothing "
           "for resumed rows\n";
  return code;
}

}  // namespace fedltr
