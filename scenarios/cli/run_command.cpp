#include "scenarios/cli/run_command.hpp"

#include <ostream>

#include "scenarios/base/errors.hpp"
#include "scenarios/cli/run_options.hpp"
#include "scenarios/report/report.hpp"
#include "scenarios/schema/reader.hpp"
#include "scenarios/study/driver.hpp"

namespace fedltr {
namespace {

/// Runs a scenario and makes a page of its run folder.
int run_and_report(const RunOptions& options, std::ostream& out) {
  const ReadScenario read = read_scenario(options.file, options.settings);
  const Scenario& first = read.points[0].scenario;
  if (!first.run.speedup.empty() && !options.threads)
    throw UsageError(
        "--report is of one number of threads: report the folders of each "
        "afterwards");
  const int code = run_study(read, options, out);
  if (code != kDone && code != kBudgetSpent) return code;
  const std::filesystem::path folder = options.out.value_or(first.run.out);
  std::ostream silent(nullptr);  // lines of JSON stay alone
  write_report(
      options.stream ? silent : out,
      {.runs = {folder}, .out = folder / "report.html", .force = true});
  return code;
}

}  // namespace

int run_command(const Arguments& arguments, std::ostream& out) {
  Command command(
      "fedltr run FILE [--set key=value]... [--out DIR] [--threads N] "
      "[--resume]");
  add_run_options(command);
  command.option<std::string>("threads",
                              "instead of run.threads; 0 = all cores; 1,2,4: "
                              "run once with each and print the speed-up");
  command.option<std::string>(
      "shard",
      "I/N: the I-th of N parts of the runs, for fedltr merge; slurm: "
      "of a job array");
  command.flag("report", "make a page of the results, report.html beside them");
  command.add_verbosity();
  if (!command.parse(arguments, out)) {
    out << "\nA checkpoint is written to the run folder on Ctrl-C and SIGTERM, "
           "every\ncheckpoint.seconds or checkpoint.every rounds, and when a "
           "repeat of a [silo] ends.\nThe same command with --resume continues "
           "from it and ends with the same results;\nwithout a checkpoint it "
           "starts from the beginning. If scenario, version or data\ndiffer, "
           "it ends with exit code 6.\n\nThe "
           "keys of a scenario: fedltr list keys\n";
    return kDone;
  }
  set_verbosity(command);
  RunOptions options = run_options(command);
  if (const auto shard = command.text("shard"))
    options.shard = parse_shard(*shard);
  if (options.shard && command.has("report"))
    throw UsageError("--report goes without --shard: of a shard there is none");
  return command.has("report") ? run_and_report(options, out)
                               : run_study(options, out);
}

}  // namespace fedltr
