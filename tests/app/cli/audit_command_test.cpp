#include "app/cli/audit_command.hpp"

#include "tests/support/scenario.hpp"
#include "tests/support/wrong_usage.hpp"

namespace fedltr::audit_command_test {
using namespace fedltr::test;

TEST_CASE("an audit's options are refused where they mean nothing") {
  const TemporaryFolder folder;
  const std::string file = folder.write("s.ini", "");
  const std::string grid = folder.write("g.ini", "[grid]\nrun.seed = 1, 2\n");
  const std::string members =
      folder.write("m.ini", "[members]\nnames = a, b, c\n");
  const std::string trials = "expected an integer 100 to 1000000";
  const std::string agreed =
      " can't be used with --ledger: members agreed on FILE";
  check_wrong_usage(
      folder,
      {{{"audit"},
        "expected a file: fedltr audit FILE [--set key=value]... [--out DIR] "
        "[--trials N]\n       fedltr audit FILE --ledger FILE [--data FOLDER] "
        "[--out DIR]"},
       {{"audit", file, "--data", "d"}, "--data needs --ledger"},
       {{"audit", file, "--trials", "99"}, "--trials 99: " + trials},
       {{"audit", file, "--trials", "1000001"}, "--trials 1000001: " + trials},
       {{"audit", file, "--format", "xml"},
        "--format xml: expected text or json"},
       {{"audit", file, "--ledger", "l", "--set", "run.seed=1"},
        "--set" + agreed},
       {{"audit", file, "--ledger", "l", "--trials", "100"},
        "--trials" + agreed},
       {{"audit", grid},
        "fedltr audit: needs one setting, not a [grid]; choose one with "
        "--set"},
       {{"audit", file, "--set", "silo.parties=3", "--trials", "100"},
        "--trials needs a federation, not a [silo]"},
       {{"audit", members},
        "fedltr audit: is not for [members]; fedltr member --show prints what "
        "a member sends, and its epsilon"}});
}

TEST_CASE("an audit writes the JSON that it prints, and names its file") {
  const TemporaryFolder folder;
  const std::string file = folder.write(
      "s.ini", "[federation]\nclients = 3\nrounds = 1\n[run]\nname = tiny\n");
  const std::string out = (folder / "out").string();
  const Outcome text =
      fedltr_command({"audit", file, "--trials", "100", "--out", out, "-q"});
  REQUIRE_MESSAGE(text.code == 0, text.err);
  CHECK(text.out.ends_with("results: " + out + "/audit.json\n"));
  const std::string written = read_text(folder / "out/audit.json");
  CHECK(nlohmann::json::parse(written).is_object());
  // Overwrites its own file, with the same numbers.
  const Outcome json = fedltr_command(
      {"audit", file, "--trials", "100", "--out", out, "--format", "json"});
  REQUIRE_MESSAGE(json.code == 0, json.err);
  CHECK(json.out == written);
  CHECK(read_text(folder / "out/audit.json") == written);
}

TEST_CASE("an audit of a ledger that is not there leaves no folder") {
  const TemporaryFolder folder;
  const Outcome outcome = fedltr_command(
      {"audit", folder.write("c.ini", "[silo]\nmembers = a, b, c\n"),
       "--ledger", (folder / "none.csv").string(), "--out",
       (folder / "out").string()});
  CHECK(outcome.code != 0);
  CHECK(outcome.out == "");
  CHECK_FALSE(std::filesystem::exists(folder / "out"));
}

TEST_CASE("an audit's help describes all three") {
  const Outcome outcome = fedltr_command({"audit", "--help"});
  CHECK(outcome.code == 0);
  for (const char* part : {"Of a [silo]", "Of a federation", "With --ledger"})
    has(outcome.out, part);
}

}  // namespace fedltr::audit_command_test
