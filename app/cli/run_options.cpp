#include "app/cli/run_options.hpp"

#include "app/cli/find_scenario.hpp"

namespace fedltr {
namespace {

/// True for the folder of a run, or of a grid.
bool is_run_folder(const std::filesystem::path& path) {
  std::error_code ignored;  // of a link that leads nowhere
  return std::filesystem::is_directory(path, ignored) &&
         (std::filesystem::exists(path / "manifest.json") ||
          std::filesystem::exists(path / "grid.csv"));
}

}  // namespace

void add_run_options(Command& command) {
  command.add_settings();
  command.option<std::string>("out", "run folder instead of run.out");
  command.flag("force", "overwrite existing results");
  command.flag(
      "resume",
      "continue an interrupted run, or a finished one with more rounds");
  command.flag("no-cache",
               "parse the LETOR text again; neither read nor write caches, "
               "docs/data.md");
  command.option<std::string>("format",
                              "text, or ndjson: a line of JSON after each "
                              "evaluated round, docs/running.md");
  command.option<std::string>("metrics-file",
                              "write progress for Prometheus to this file, "
                              "after each evaluated round, docs/operate.md");
  command.files(1);
}

StudyOptions run_options(const Command& command) {
  StudyOptions options;
  set_caches(command);
  const std::string file = command.one_file();
  options.file =
      is_run_folder(file) ? std::filesystem::path(file) : find_scenario(file);
  options.settings = command.list("set");
  options.force = command.has("force");
  options.resume = command.has("resume");
  options.quiet = command.has("quiet") || command.logs_json();
  options.stream = command.one_of("format", {"text", "ndjson"}) == "ndjson";
  if (const auto folder = command.text("out")) options.out = *folder;
  if (const auto file = command.text("metrics-file")) options.metrics = *file;
  const std::string threads = command.text("threads").value_or("");
  if (threads.find(',') != std::string::npos)
    options.settings.push_back("run.speedup=" + threads);
  else if (const auto number = command.number("threads", 0, 4096))
    options.threads = *number;
  return options;
}

}  // namespace fedltr
