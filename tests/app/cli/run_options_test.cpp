#include "app/cli/run_options.hpp"

#include <sstream>

#include "app/base/errors.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::run_options_test {
using namespace fedltr::test;

namespace {

/// Options of `fedltr run` from these arguments after the scenario's name.
StudyOptions options_of(const std::vector<std::string>& more) {
  const TemporaryFolder folder;
  Arguments arguments = {folder.write("s.ini", "")};
  arguments.insert(arguments.end(), more.begin(), more.end());
  Command command("fedltr run FILE");
  add_run_options(command);
  command.option<std::string>("threads", "");
  command.add_verbosity();
  std::ostringstream out;
  REQUIRE(command.parse(arguments, out));
  return run_options(command);
}

}  // namespace

TEST_CASE("options of a run are what was given, and nothing else") {
  const StudyOptions none = options_of({});
  CHECK(none.file.filename() == "s.ini");
  CHECK(none.settings.empty());
  CHECK_FALSE(none.out);
  CHECK_FALSE(none.threads);
  CHECK_FALSE(none.force);
  CHECK_FALSE(none.resume);
  CHECK_FALSE(none.quiet);
  CHECK_FALSE(none.metrics);
  const StudyOptions all =
      options_of({"--set", "run.seed=2", "--set", "run.repeats=3", "--out",
                  "there", "--threads", "4", "--force", "--resume", "-q"});
  CHECK(all.settings ==
        std::vector<std::string>{"run.seed=2", "run.repeats=3"});
  CHECK(all.out == "there");
  CHECK(all.threads == 4);
  CHECK(all.force);
  CHECK(all.resume);
  CHECK(all.quiet);
}

TEST_CASE("several numbers of threads are a table of speed-up") {
  const StudyOptions table = options_of({"--threads", "1,2,4"});
  CHECK_FALSE(table.threads);
  CHECK(table.settings == std::vector<std::string>{"run.speedup=1,2,4"});
  CHECK_THROWS_AS(options_of({"--threads", "many"}), UsageError);
  CHECK_THROWS_AS(options_of({"--threads", "4097"}), UsageError);
}

TEST_CASE("a file of metrics is one, and a log of JSON leaves out the bar") {
  const StudyOptions options =
      options_of({"--metrics-file", "m.prom", "--log-format", "json"});
  CHECK(options.metrics == "m.prom");
  CHECK(options.quiet);
  CHECK_THROWS_WITH_AS(options_of({"--log-format", "xml"}),
                       doctest::Contains("expected text or json"), UsageError);
}

TEST_CASE("metrics are of one number of threads") {
  const TemporaryFolder folder;
  const Outcome outcome = fedltr_command(
      {"run", folder.write("s.ini", ""), "--threads", "1,2", "--metrics-file",
       (folder / "m.prom").string(), "--out", (folder / "out").string()});
  CHECK(outcome.code == 2);
  has(outcome.err, "--metrics-file needs one number of threads");
  CHECK_FALSE(std::filesystem::exists(folder / "m.prom"));
}

}  // namespace fedltr::run_options_test
