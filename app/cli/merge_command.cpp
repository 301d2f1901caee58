#include "app/cli/merge_command.hpp"

#include <ostream>

#include "app/base/errors.hpp"
#include "app/cli/find_scenario.hpp"
#include "app/study/driver.hpp"

namespace fedltr {
namespace {

constexpr const char* kMergeHelp = R"(
Joins the parts of a study that `fedltr run FILE --shard I/N` left in folders SHARD,
with the same --set, and ends with the same results as one run. SHARD is a folder
shard-I-of-N, or a run folder with such; default: the run folder. Finishes a run that a shard left
incomplete; a run that no shard has is an error. Keeps the shards. --resume continues
an interrupted merge.
)";

}  // namespace

int merge_command(const Arguments& arguments, std::ostream& out) {
  Command command(
      "fedltr merge FILE [SHARD...] [--set key=value]... [--out DIR]");
  command.add_settings();
  command.option<std::string>("out", "run folder instead of run.out");
  command.flag("force", "overwrite existing results");
  command.flag("resume", "continue an interrupted merge");
  command.option<std::string>(
      "threads",
      "threads for incomplete runs, instead of run.threads; 0 = all cores");
  command.flag("no-cache", "neither read nor write caches, docs/data.md");
  command.add_verbosity();
  command.files(-1);
  if (!command.parse(arguments, out)) {
    out << kMergeHelp;
    return kDone;
  }
  set_verbosity(command);
  set_caches(command);
  StudyOptions options;
  options.file = find_scenario(command.one_file());
  options.settings = command.list("set");
  options.force = command.has("force");
  options.resume = command.has("resume");
  options.quiet = command.has("quiet") || command.logs_json();
  options.merge = true;
  if (const auto threads = command.number("threads", 0, 4096))
    options.threads = *threads;
  if (const auto folder = command.text("out")) options.out = *folder;
  const Arguments files = command.list("file");
  options.shards.assign(files.begin() + 1, files.end());
  return run_study(options, out);
}

}  // namespace fedltr
