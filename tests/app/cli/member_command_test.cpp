#include "app/cli/member_command.hpp"

#include "tests/support/scenario.hpp"
#include "tests/support/wrong_usage.hpp"

namespace fedltr::member_command_test {
using namespace fedltr::test;

namespace {

/// Writes the file of a federation of a, b and c, with two features.
std::string write_members(const TemporaryFolder& folder) {
  folder.write("f.txt", "bm25\nlength\n");
  return folder.write("s.ini",
                      "[members]\nnames = a, b, c\nfeatures = f.txt\n");
}

}  // namespace

TEST_CASE("a member names the option that is missing or wrong") {
  const TemporaryFolder folder;
  const std::string file = write_members(folder);
  const std::string usage =
      ": fedltr member FILE --connect ADDRESS:PORT --certificates DIR --data "
      "FOLDER [--agent ADDRESS:PORT | --log CLICKS.csv --features ROWS.letor] "
      "[--out DIR]";
  const auto member = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"member", file});
    return more;
  };
  const auto here = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"--insecure", "--name", "a", "--data", "x",
                               "--connect", "127.0.0.1:1"});
    return member(more);
  };
  const std::string together = "--insecure and --name NAME go together";
  const std::string log =
      "expected --log CLICKS.csv with --features ROWS.letor";
  check_wrong_usage(
      folder,
      {{member({}), "expected --certificates DIR" + usage},
       {member({"--insecure"}), together},
       {member({"--certificates", "x", "--name", "a"}), together},
       {member({"--certificates", "x"}), "expected --data FOLDER" + usage},
       {member({"--certificates", "x", "--data", "x"}),
        "expected --connect ADDRESS:PORT" + usage},
       {here({"--connect-file", "x"}),
        "--connect and --connect-file: give only one of them"},
       {here({"--log", "clicks.csv"}), log},
       {here({"--features", "rows.letor"}), log},
       {here({"--threads", "4097"}),
        "--threads 4097: expected an integer 0 to 4096"},
       {here({"--leave", "--keep", "3"}), "--leave takes no --keep"},
       {here({"--keep", "0"}), "--keep 0: expected an integer 1 to 36500"},
       {member({"--insecure", "--name", "d", "--data", "x", "--connect",
                "127.0.0.1:1"}),
        file + ": members.names = a, b, c: d is none of them"}});
  const Outcome agent =
      fedltr_command(here({"--agent", "192.0.2.1:80", "--rehearsal"}));
  CHECK(agent.code == kWrongUsage);
  has(agent.err, "--agent 192.0.2.1:80: ");
}

TEST_CASE("--show needs neither rows nor a server") {
  const TemporaryFolder folder;
  const std::string file = write_members(folder);
  const Outcome outcome =
      fedltr_command({"member", file, "--insecure", "--name", "a",
                      "--rehearsal", "--show", "--set", "run.name=clinics"});
  CHECK_MESSAGE(outcome.code == kDone, outcome.err);
  CHECK(outcome.out.starts_with("# a as a member of clinics\n"));
  has(outcome.out, "A rehearsal: ");
}

TEST_CASE("a server of members refuses what is for nodes") {
  const TemporaryFolder folder;
  const std::string file = write_members(folder);
  const auto serve = [&](std::vector<std::string> more) {
    more.insert(more.begin(),
                {"serve", file, "--listen", "127.0.0.1:0", "--insecure"});
    return more;
  };
  const std::string why = ": is not for a federation of [members]";
  check_wrong_usage(folder, {{serve({"--nodes", "2"}), "--nodes" + why},
                             {serve({"--format", "text"}), "--format" + why}});
}

TEST_CASE("its help names what stays, and its page") {
  const Outcome outcome = fedltr_command({"member", "--help"});
  CHECK(outcome.code == kDone);
  has(outcome.out, "which stay here");
  has(outcome.out, "nothing is sent");
  has(outcome.out, "docs/members.md");
}

}  // namespace fedltr::member_command_test
