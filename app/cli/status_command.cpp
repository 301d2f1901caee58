#include "app/cli/status_command.hpp"

#include <chrono>
#include <filesystem>
#include <ostream>

#include "app/base/errors.hpp"
#include "app/study/monitor/process_metrics.hpp"
#include "app/study/monitor/status_text.hpp"

namespace fedltr {
namespace {

constexpr const char* kStatusHelp = R"(
Prints the progress of the process that writes FILE (its --metrics-file).
Ends with 0 while it runs and once it is complete, else with 1 (3: FILE can't be read): a
probe for a supervisor.
With --stale, a file not updated for that long counts as a dead process. A relay, a party
and the server of members update it each second, a run after each evaluated round:
docs/operate.md.
)";

/// Returns the Unix time at which a file was written.
double time_of(const std::filesystem::path& file) {
  const auto at = std::filesystem::last_write_time(file);
  return std::chrono::duration<double>(
             std::chrono::file_clock::to_sys(at).time_since_epoch())
      .count();
}

}  // namespace

int status_command(const Arguments& arguments, std::ostream& out) {
  Command command("fedltr status FILE [--stale SECONDS]");
  command.option<std::string>(
      "stale", "fail if FILE has not been updated for this many seconds");
  command.flag("quiet,q", "print nothing; only set the exit code");
  command.files(1);
  if (!command.parse(arguments, out)) {
    out << kStatusHelp;
    return kDone;
  }
  const auto stale = command.number("stale", 1, 1'000'000'000);
  const std::filesystem::path file = command.one_file();
  const auto samples = MetricsSamples::read(file);
  const double now = unix_time();
  const double written = time_of(file);
  if (!command.has("quiet")) print_status(out, samples, now, written);
  const bool is_over = samples.value("fedltr_running").value_or(0) == 0;
  const bool is_stale =
      stale && !is_over && now - written > static_cast<double>(*stale);
  return is_well(samples) && !is_stale ? kDone : kRunFailed;
}

}  // namespace fedltr
