#include "app/cli/consortium_commands.hpp"

#include "tests/support/scenario.hpp"
#include "tests/support/wrong_usage.hpp"

namespace fedltr::consortium_commands_test {
using namespace fedltr::test;

namespace {

constexpr const char* kRelayUsage =
    "fedltr relay CONSORTIUM.ini --listen ADDRESS:PORT [--out DIR]";
constexpr const char* kPartyUsage =
    "fedltr party CONSORTIUM.ini --connect ADDRESS:PORT --certificates DIR "
    "--data FOLDER [--out DIR]";

}  // namespace

TEST_CASE("a relay names the option that is missing or wrong") {
  const TemporaryFolder folder;
  const std::string file = folder.write("c.ini", "");
  const auto relay = [&](const char* option, const char* value) {
    return std::vector<std::string>{"relay",       file,   "--listen",
                                    "127.0.0.1:0", option, value};
  };
  const std::string seconds = "expected an integer 1 to 1000000";
  check_wrong_usage(
      folder,
      {{{"relay", file},
        std::string("expected --listen ADDRESS:PORT: ") + kRelayUsage},
       {{"relay", "--listen", "127.0.0.1:0"},
        std::string("expected a file: ") + kRelayUsage},
       {{"relay", file, "--listen", "127.0.0.1"},
        "--listen 127.0.0.1: expected ADDRESS:PORT, such as 10.0.0.1:4711 or "
        "[::1]:4711"},
       {relay("--deadline", "0"), "--deadline 0: " + seconds},
       {relay("--grace", "1000001"), "--grace 1000001: " + seconds},
       {relay("--wait", "soon"), "--wait soon: " + seconds + "00"},
       {relay("--threads", "4097"),
        "--threads 4097: expected an integer 0 to 4096"}});
}

TEST_CASE("a party names the option that is missing or wrong") {
  const TemporaryFolder folder;
  const std::string file = folder.write("c.ini", "");
  const auto party = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"party", file});
    return more;
  };
  const auto expected = [](const std::string& option) {
    return "expected " + option + ": " + kPartyUsage;
  };
  const std::string together = "--insecure and --name NAME go together";
  check_wrong_usage(
      folder,
      {{party({}), expected("--certificates DIR")},
       {party({"--insecure"}), together},
       {party({"--certificates", "x", "--name", "a"}), together},
       {party({"--certificates", "x"}), expected("--data FOLDER")},
       {party({"--insecure", "--name", "a"}), expected("--data FOLDER")},
       {party({"--certificates", "x", "--data", "d"}),
        expected("--connect ADDRESS:PORT")},
       {party({"--insecure", "--name", "a", "--certificates", "x", "--data",
               "d", "--connect", "127.0.0.1:1"}),
        "--insecure and --certificates: give only one of them"},
       {party({"--certificates", "x", "--data", "d", "--connect", "127.0.0.1:1",
               "--threads", "-1"}),
        "--threads -1: expected an integer 0 to 4096"},
       {party({"--certificates", "x", "--data", "d", "--connect", "127.0.0.1:1",
               "--regardless"}),
        "--regardless needs --yes; without it you are asked, whatever the "
        "verdict"}});
}

TEST_CASE("an agreement that is not there is refused before any network") {
  const TemporaryFolder folder;
  const std::string none = (folder / "none.ini").string();
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"relay", none, "--listen", "127.0.0.1:0"},
        {"party", none, "--certificates", "x", "--data", "d", "--connect",
         "127.0.0.1:1"}}) {
    const Outcome outcome = fedltr_command(arguments);
    CHECK(outcome.code == kWrongUsage);
    has(outcome.err, none + ": can't read this scenario file");
  }
}

TEST_CASE("each command's help names what it protects, and its page") {
  const Outcome relay = fedltr_command({"relay", "--help"});
  CHECK(relay.code == 0);
  has(relay.out, "without data, dictionary or key");
  has(relay.out, "docs/consortium.md");
  const Outcome party = fedltr_command({"party", "--help"});
  CHECK(party.code == 0);
  has(party.out, "nothing is sent");
  has(party.out, "docs/consortium.md");
}

}  // namespace fedltr::consortium_commands_test
