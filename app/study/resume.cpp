#include "app/study/resume.hpp"

#include <algorithm>
#include <ostream>

#include <spdlog/spdlog.h>

#include "algorithms/data/letor.hpp"
#include "app/base/json_members.hpp"
#include "app/results/registry.hpp"
#include "app/results/result_files.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

/// Returns the exit code of an earlier invocation, if nothing is left to do. If
/// its summary can't be read, all is.
std::optional<ExitCode> ended_before(Checkpoints checkpoints) try {
  ExitCode code = kDone;
  for (const auto& each : checkpoints) {
    const fs::path file = each->run_folder() / "summary.json";
    if (each->exists() || each->extends() || !fs::exists(file)) return {};
    const Json json = result_json(file);
    const JsonMembers summary(json, file.string());
    const bool spent =
        summary.has("budget_spent") && summary.flag("budget_spent");
    if (!summary.flag("complete") && !spent) return {};
    if (spent) code = kBudgetSpent;
  }
  return code;
} catch (const DataError& error) {
  spdlog::warn("{}", error.what());
  return {};
}

/// True unless the study is a grid, whose points are below its folder, and a
/// kill came before its table, which is written last.
bool has_tables(Checkpoints checkpoints, const fs::path& folder) {
  return fs::exists(folder / "grid.csv") ||
         std::ranges::any_of(checkpoints, [&](const auto& each) {
           return each->run_folder() == folder;
         });
}

bool any_extended(Checkpoints checkpoints) {
  return std::ranges::any_of(checkpoints, [](const auto& each) {
    return each->extends().has_value();
  });
}

}  // namespace

bool any_checkpoint(Checkpoints checkpoints) {
  return std::ranges::any_of(checkpoints,
                             [](const auto& each) { return each->exists(); });
}

void refuse_to_overwrite(std::span<const fs::path> folders,
                         const fs::path& folder) {
  const auto is_cut_short = [](const fs::path& each) {
    return CheckpointFolder(each, {}).exists();
  };
  if (std::ranges::any_of(folders, is_cut_short))
    throw UsageError(folder.string() +
                     ": holds an interrupted run; --resume continues it, "
                     "--force starts anew, --out DIR writes elsewhere");
  if (has_results(folder) || std::ranges::any_of(folders, has_results))
    throw UsageError(folder.string() +
                     ": holds results already; --force overwrites them, --out "
                     "DIR writes elsewhere");
}

std::optional<ExitCode> prepare_resume(Checkpoints checkpoints,
                                       const fs::path& folder,
                                       std::ostream& out) {
  // A forced study replaces other results of the points it had not begun.
  const bool begun = any_checkpoint(checkpoints);
  bool any = false;
  for (const auto& each : checkpoints)
    if (!begun || each->exists()) any |= each->require_fit();
  if (!any && has_results(folder))
    throw CheckpointError(folder.string() +
                          ": holds results of another scenario");
  const bool ended = any && has_tables(checkpoints, folder);
  const auto code = ended ? ended_before(checkpoints) : std::nullopt;
  if (code)
    out << "results   " << folder.string()
        << "  already complete: nothing is left to do\n";
  else if (!any_checkpoint(checkpoints) && !any_extended(checkpoints))
    spdlog::warn("{}: no checkpoint found: starts from the beginning",
                 folder.string());
  return code;
}

int report_interrupted(Checkpoints checkpoints, bool any_results,
                       const std::string& failure, const fs::path& folder) {
  const char* next = "";
  if (any_checkpoint(checkpoints))
    next = "; the same command with --resume continues";
  else if (any_results && failure.empty())
    next =
        "; no round had ended, so there is no checkpoint, and --resume starts "
        "from the beginning";
  spdlog::error("interrupted: {}{}",
                any_results ? "results so far are in " + folder.string()
                            : "nothing had ended yet, nothing is written",
                next);
  if (failure.empty()) return kInterrupted;
  spdlog::error("the last checkpoint could not be written: {}", failure);
  return kRunFailed;
}

}  // namespace fedltr
