#include "app/cli/command.hpp"

#include <sstream>

#include "app/base/errors.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::command_test {
using namespace fedltr::test;

namespace {

Command parsed(const Arguments& arguments) {
  Command command("fedltr data info FILE... [--more]");
  command.add_settings();
  command.flag("more", "of it");
  command.option<std::string>("days", "how many");
  command.files(-1);
  std::ostringstream out;
  const bool goes_on = command.parse(arguments, out);
  CHECK(goes_on);
  return command;
}

}  // namespace

TEST_CASE("a command knows what was given, and what was not") {
  const Command command =
      parsed({"a", "--set", "x=1", "b", "--set", "y=2", "--days", "7"});
  CHECK(command.list("file") == Arguments{"a", "b"});
  CHECK(command.list("set") == Arguments{"x=1", "y=2"});
  CHECK(command.one_file() == "a");
  CHECK(command.text("days") == "7");
  CHECK(command.number("days", 1, 10) == 7);
  CHECK_FALSE(command.has("more"));
  const Command empty = parsed({});
  CHECK_FALSE(empty.text("days"));
  CHECK_FALSE(empty.number("days", 1, 10));
  CHECK(empty.list("set").empty());
  CHECK_THROWS_WITH_AS(empty.one_file(), doctest::Contains("expected a file"),
                       UsageError);
}

TEST_CASE("a number out of its range is refused with the range") {
  for (const char* wrong : {"0", "11", "-1", "7.5", "seven"})
    CHECK_THROWS_WITH_AS(
        parsed({std::string("--days=") + wrong, "a"}).number("days", 1, 10),
        doctest::Contains("expected an integer 1 to 10"), UsageError);
}

TEST_CASE("an unknown option is refused, a part of a name is not guessed") {
  for (const char* wrong : {"--mor", "--unknown", "-z"})
    CHECK_THROWS_WITH_AS(
        parsed({wrong}),
        doctest::Contains("(see fedltr data info --help; --set"), UsageError);
}

TEST_CASE("help is given instead of anything else") {
  Command command("fedltr x FILE");
  command.flag("more", "of it");
  command.files(1);
  std::ostringstream out;
  CHECK_FALSE(command.parse({"--help", "a"}, out));
  has(out.str(), "Usage: fedltr x FILE");
  has(out.str(), "of it");
  CHECK(command.verb() == "fedltr x");
}

TEST_CASE("an option with choices is one of them, the first by default") {
  CHECK(parsed({}).one_of("days", {"week", "month"}) == "week");
  CHECK(parsed({"--days", "month"}).one_of("days", {"week", "month"}) ==
        "month");
  CHECK_THROWS_WITH_AS(parsed({"--days", "x"}).one_of("days", {"a", "b"}),
                       "--days x: expected a or b", UsageError);
  CHECK_THROWS_WITH_AS(parsed({"--days", "x"}).one_of("days", {"a", "b", "c"}),
                       "--days x: expected one of a, b, c", UsageError);
}

TEST_CASE("a setting in two words is refused, and so are two files") {
  const TemporaryFolder folder;
  const std::string scenario = folder.write("s.ini", "");
  has(fedltr_command({"check", scenario, "--set", "run.seed", "2"}).err,
      "--set run.seed: expected section.key=value, without blanks\n");
  has(fedltr_command({"check", scenario, scenario}).err,
      "more arguments than expected (see fedltr check --help)\n");
}

TEST_CASE("a run is not both quiet and verbose") {
  const Outcome outcome = fedltr_command({"run", "s", "-q", "-v"});
  CHECK(outcome.code == 2);
  has(outcome.err, "--quiet and --verbose: give only one of them");
  has(fedltr_command({"run", "s", "--color", "red"}).err,
      "--color red: expected one of auto, always, never");
}

}  // namespace fedltr::command_test
