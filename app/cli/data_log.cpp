#include "app/cli/data_log.hpp"

#include <ostream>

#include <spdlog/fmt/fmt.h>

#include "app/base/errors.hpp"
#include "app/base/text.hpp"
#include "app/cli/find_scenario.hpp"
#include "app/data/session_file.hpp"
#include "app/plan/logged_searches.hpp"
#include "app/plan/metric_options.hpp"
#include "app/schema/choices.hpp"
#include "app/schema/reader.hpp"

namespace fedltr {
namespace {

constexpr const char* kDataLogHelp = R"(
Writes lists and clicks of the scenario's simulated log (logging.sessions), of its
first fold and repeat, as a table for data.log: qid, docno, position, click, user,
timestamp. Documents without a name are called QUERY.NUMBER.
)";

void print_log(std::ostream& out, const std::string& file,
               const SessionLog& log) {
  std::vector<double> shown;
  std::vector<double> clicked;
  for (Index session = 0; session < log.sessions(); ++session) {
    const auto clicks = log.list(session).clicks;
    if (clicks.size() > shown.size()) {
      shown.resize(clicks.size(), 0);
      clicked.resize(clicks.size(), 0);
    }
    for (std::size_t rank = 0; rank < clicks.size(); ++rank) {
      ++shown[rank];
      clicked[rank] += clicks[rank] ? 1 : 0;
    }
  }
  out << fmt::format("{}\n  searches  {}, clicks {}\n  clicked  ", file,
                     with_commas(static_cast<std::uint64_t>(log.sessions())),
                     with_commas(static_cast<std::uint64_t>(log.clicks())));
  for (std::size_t rank = 0; rank < shown.size(); ++rank)
    out << fmt::format(" {:.3f}", clicked[rank] / shown[rank]);
  out << "  of the lists, by rank\n";
}

}  // namespace

int data_log_command(const Arguments& arguments, std::ostream& out) {
  Command command(
      "fedltr data log SCENARIO --out FILE [--set key=value]... [--force]");
  command.option<std::string>("out", "CSV file to write, also .gz");
  command.flag("force", "overwrite it");
  command.add_settings();
  command.files(1);
  if (!command.parse(arguments, out)) {
    out << kDataLogHelp;
    return kDone;
  }
  const std::string name = command.one_file();
  const auto file = command.text("out");
  if (!file) throw UsageError("expected --out FILE: " + command.usage);
  if (std::filesystem::exists(*file) && !command.has("force"))
    throw UsageError(*file + ": exists already; give --force to overwrite it");
  const ReadScenario read =
      read_scenario(find_scenario(name), command.list("set"));
  if (read.points.size() > 1)
    throw UsageError(name +
                     ": has a [grid]; choose a value of each of its keys by "
                     "--set");
  const Scenario& scenario = read.points.at(0).scenario;
  if (scenario.silo.on || scenario.logging.sessions == 0)
    throw UsageError(name + ": simulates no log; set logging.sessions");
  const LoadedData data = load_data(scenario);
  const Fold fold = data.memory->load(data.folds.at(0));
  const auto user = Choices(scenario).clicks.make(
      {grades_of(data), scenario.clicks.parameters});
  const auto log = logged_searches(
      scenario, fold, *user,
      run_seed(scenario.run.seed, static_cast<std::uint32_t>(fold.number), 1));
  write_session_file(*file, *log, *fold.train);
  print_log(out, *file, *log);
  return kDone;
}

}  // namespace fedltr
