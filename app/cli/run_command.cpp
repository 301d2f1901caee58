#include "app/cli/run_command.hpp"

#include <functional>
#include <ostream>

#include <spdlog/spdlog.h>

#include "app/base/errors.hpp"
#include "app/base/notice.hpp"
#include "app/cli/run_options.hpp"
#include "app/report/report.hpp"
#include "app/schema/reader.hpp"
#include "app/study/driver.hpp"
#include "app/study/replay.hpp"
#include "app/study/watch/watch.hpp"

namespace fedltr {
namespace {

/// Runs a scenario and writes an HTML report of its run folder.
int run_and_report(const ReadScenario& read, const StudyOptions& options,
                   std::ostream& out) {
  const Scenario& first = read.points[0].scenario;
  if (!first.run.speedup.empty() && !options.threads)
    throw UsageError(
        "--report needs one number of threads: report the folders of each "
        "afterwards");
  const int code = run_study(read, options, out);
  if (code != kDone && code != kBudgetSpent) return code;
  const std::filesystem::path folder = options.out.value_or(first.run.out);
  std::ostream silent(nullptr);  // the output has only lines of JSON
  write_report(
      options.stream ? silent : out,
      {.runs = {folder}, .out = folder / "report.html", .force = true});
  return code;
}

/// True if a run folder is given instead of a scenario.
bool repeats_run(const std::string& file) {
  return std::filesystem::is_directory(file);
}

int repeat_run(const Command& command, const StudyOptions& options,
               std::ostream& out) {
  for (const char* option : {"set", "resume", "shard", "report", "watch"})
    if (command.has(option))
      throw UsageError("--" + std::string(option) + ": a run folder is " +
                       "repeated as it is; run its scenario instead");
  if (options.stream)
    throw UsageError("--format ndjson: a run folder is repeated in text");
  if (!options.settings.empty())
    throw UsageError("--threads needs one number to repeat a run folder");
  return replay(options, out);
}

using RunStudy = std::function<int(const StudyOptions&)>;

/// Runs a study and serves a live page of it.
int run_watched(const ReadScenario& read, std::uint16_t port,
                StudyOptions options, const RunStudy& run) {
  const Scenario& first = read.points[0].scenario;
  if (!first.run.speedup.empty() && !options.threads)
    throw UsageError("--watch needs one number of threads");
  Watch watch(first.run.name, port);
  // Also with --quiet: the address is printed nowhere else.
  const std::string line =
      "watch " + watch.address() + " (all users of this machine can read it)";
  if (spdlog::should_log(spdlog::level::info))
    spdlog::info(line);
  else
    notice(line);
  options.listener = &watch.study();
  const int code = run(options);
  watch.end(code == kDone || code == kBudgetSpent
                ? "The study has ended. Its results are in " +
                      options.out.value_or(first.run.out).string() + "."
                : "The study was interrupted: the terminal shows how to "
                  "continue it.");
  return code;
}

}  // namespace

int run_command(const Arguments& arguments, std::ostream& out) {
  Command command(
      "fedltr run FILE|RUN [--set key=value]... [--out DIR] [--threads N] "
      "[--resume]");
  add_run_options(command);
  command.option<std::string>(
      "threads",
      "number of threads instead of run.threads; 0 = all cores; 1,2,4: run "
      "once with each and print the speed-up");
  command.option<std::string>(
      "shard",
      "I/N: run the I-th of N parts of the runs, for fedltr merge; slurm: the "
      "part of this task of a job array");
  command.flag("report",
               "write a page of the results, report.html beside them");
  command.visible.add_options()("watch",
                                boost::program_options::value<std::string>()
                                    ->implicit_value("0", "")
                                    ->value_name("[=PORT]"),
                                "serve a page of the study while it runs, at "
                                "127.0.0.1; without PORT, at any free port");
  command.add_verbosity();
  if (!command.parse(arguments, out)) {
    out << "\nOnce a round has ended, writes a checkpoint to the run folder on "
           "Ctrl-C and\nSIGTERM, every checkpoint.seconds or checkpoint.every "
           "rounds, and when a repeat of a\n[silo] ends. The same command with "
           "--resume continues "
           "from it and ends with the\nsame results; without a checkpoint it "
           "starts from the beginning. If scenario,\nversion or data differ, "
           "it ends with exit code 6. With a larger federation.rounds a "
           "finished run\ncontinues (docs/running.md).\n\nA run folder in "
           "place of FILE is "
           "repeated from its manifest, after a check of its\ndata: the answer "
           "is \"same bits\", or the first difference and its likely "
           "cause.\n\nKeys of a scenario: fedltr list "
           "keys\n";
    return kDone;
  }
  set_verbosity(command);
  StudyOptions options = run_options(command);
  if (repeats_run(options.file)) return repeat_run(command, options, out);
  if (const auto shard = command.text("shard"))
    options.shard = parse_shard(*shard);
  if (options.shard && command.has("report"))
    throw UsageError("--report can't be used with --shard");
  const ReadScenario read = read_scenario(options.file, options.settings);
  const RunStudy run = [&](const StudyOptions& each) {
    return command.has("report") ? run_and_report(read, each, out)
                                 : run_study(read, each, out);
  };
  const auto port = command.number("watch", 0, 65535);
  return port ? run_watched(read, static_cast<std::uint16_t>(*port), options,
                            run)
              : run(options);
}

}  // namespace fedltr
