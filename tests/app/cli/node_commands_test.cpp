#include "app/cli/node_commands.hpp"

#include "tests/support/scenario.hpp"
#include "tests/support/wrong_usage.hpp"

namespace fedltr::node_commands_test {
using namespace fedltr::test;

TEST_CASE("servers and nodes name the option that is missing or wrong") {
  const TemporaryFolder folder;
  const std::string file = folder.write("s.ini", "");
  const auto serve = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"serve", file});
    return more;
  };
  const auto listening = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"--listen", "127.0.0.1:0"});
    return serve(more);
  };
  const std::string at = "--connect";
  const std::string here = "127.0.0.1:1";
  const std::string node_usage =
      "fedltr node --connect ADDRESS:PORT --certificates DIR [--data DIR]";
  check_wrong_usage(
      folder,
      {{serve({}),
        "expected --listen ADDRESS:PORT: fedltr serve FILE --listen "
        "ADDRESS:PORT [--nodes N] [--set key=value]... [--out DIR] "
        "[--resume]"},
       {serve({"--listen", "nowhere"}),
        "--listen nowhere: expected ADDRESS:PORT, such as 10.0.0.1:4711 or "
        "[::1]:4711"},
       {listening({"--insecure", "--certificates", "x"}),
        "--insecure and --certificates: give only one of them"},
       {listening({"--nodes", "0"}),
        "--nodes 0: expected an integer 1 to 100000"},
       {listening({"--silence", "1"}),
        "--silence 1: expected an integer 2 to 3600"},
       {listening({"--wait", "0"}),
        "--wait 0: expected an integer 1 to 100000000"},
       {{"node"}, "expected --certificates DIR: " + node_usage},
       {{"node", "--certificates", "x"},
        "expected --connect ADDRESS:PORT: " + node_usage},
       {{"node", "--insecure"},
        "expected --connect ADDRESS:PORT: " + node_usage},
       {{"node", at, here, "--connect-file", "x", "--insecure"},
        "--connect and --connect-file: give only one of them"},
       {{"node", at, here, "--insecure", "--threads", "4097"},
        "--threads 4097: expected an integer 0 to 4096"},
       {{"node", at, "10.0.0.1:1", "--insecure"},
        "--insecure is for this machine only, and 10.0.0.1 is not; fedltr ca "
        "init makes certificates"}});
}

TEST_CASE("an authority names the command or name it expects") {
  const TemporaryFolder folder;
  const std::string ca = (folder / "ca").string();
  const std::string verbs = "expected init, issue, request, sign or revoke";
  check_wrong_usage(
      folder,
      {{{"ca"}, "fedltr ca '': " + verbs},
       {{"ca", "bless"}, "fedltr ca 'bless': " + verbs},
       {{"ca", "init", "x"},
        "more arguments than expected (see fedltr ca init --help)"},
       {{"ca", "issue"},
        "expected a name: fedltr ca issue NAME [--days N] [--ca DIR]"},
       {{"ca", "issue", "a", "--ca", ca, "--days", "0"},
        "--days 0: expected an integer 1 to 3650"},
       {{"ca", "issue", "a", "--ca", ca, "--days", "3651"},
        "--days 3651: expected an integer 1 to 3650"},
       {{"ca", "request"},
        "expected a name: fedltr ca request NAME [--out DIR]"},
       {{"ca", "sign"},
        "expected a file: fedltr ca sign NAME.csr [--days N] [--ca DIR]"},
       {{"ca", "revoke"},
        "expected a name: fedltr ca revoke NAME [--certificate FILE] [--ca "
        "DIR]"}});
}

TEST_CASE("an authority is made once, and its files lie where it reports") {
  const TemporaryFolder folder;
  const std::string ca = (folder / "ca").string();
  const Outcome made = fedltr_command({"ca", "init", "--ca", ca});
  REQUIRE_MESSAGE(made.code == 0, made.err);
  CHECK(made.out ==
        "authority " + ca +
            "/ca.pem with its key; the server's certificate beside "
            "it\nnext      fedltr ca sign NAME.csr, for each request "
            "by fedltr ca request;\n          or fedltr ca issue "
            "NAME, which makes the key here\n");
  const std::string key = read_text(folder / "ca/ca.key");
  CHECK(key.starts_with("-----BEGIN "));
  CHECK(fedltr_command({"ca", "init", "--ca", ca}).code != 0);
  CHECK(read_text(folder / "ca/ca.key") == key);

  const Outcome issued = fedltr_command({"ca", "issue", "alice", "--ca", ca});
  REQUIRE_MESSAGE(issued.code == 0, issued.err);
  CHECK(issued.out == "node      " + ca +
                          "/alice: copy this folder to that machine only\n"
                          "revoke    fedltr ca revoke alice\n");
  CHECK(std::filesystem::exists(folder / "ca/alice/alice.pem"));
  const Outcome revoked = fedltr_command({"ca", "revoke", "alice", "--ca", ca});
  REQUIRE_MESSAGE(revoked.code == 0, revoked.err);
  has(revoked.out, "ca/crl.pem (1 in all)");
}

TEST_CASE("an encrypted key opens with the first line of a file only") {
  const TemporaryFolder folder;
  const std::string ca = (folder / "ca").string();
  const std::string phrase = folder.write("phrase", "open sesame\nsecond\n");
  const std::string other = folder.write("other", "open barley!\n");
  CHECK(fedltr_command({"ca", "init", "--ca", ca, "--passphrase-file", phrase})
            .err == "fedltr: " + phrase +
                        ": others can read or change it: chmod 600 " + phrase +
                        "\n");
  for (const std::string& file : {phrase, other})
    std::filesystem::permissions(file, std::filesystem::perms(0600));
  const Outcome made =
      fedltr_command({"ca", "init", "--ca", ca, "--passphrase-file", phrase});
  REQUIRE_MESSAGE(made.code == 0, made.err);
  has(made.out, "with its encrypted key");
  has(read_text(folder / "ca/ca.key"), "ENCRYPTED");
  const auto issued_with = [&](const std::string& file) {
    return fedltr_command(
               {"ca", "issue", "bob", "--ca", ca, "--passphrase-file", file})
        .code;
  };
  CHECK(issued_with(other) != 0);
  CHECK_FALSE(std::filesystem::exists(folder / "ca/bob"));
  CHECK(issued_with(phrase) == 0);
  CHECK(std::filesystem::exists(folder / "ca/bob/bob.pem"));
}

TEST_CASE("missing certificates end with the code of the network") {
  const TemporaryFolder folder;
  const std::string none = (folder / "none").string();
  const Outcome served =
      fedltr_command({"serve", folder.write("s.ini", ""), "--listen",
                      "127.0.0.1:0", "--certificates", none});
  CHECK(served.code == kNetwork);
  CHECK(served.err == "fedltr: " + none +
                          ": holds no ca.pem; fedltr ca init makes a CA, "
                          "--certificates names its folder\n");
  CHECK(fedltr_command({"ca", "issue", "a", "--ca", none}).code == kNetwork);
}

TEST_CASE("each command's help names its options and its page") {
  for (const char* verb : {"serve", "node"}) {
    const Outcome outcome = fedltr_command({verb, "--help"});
    CHECK(outcome.code == 0);
    has(outcome.out, "--certificates");
    has(outcome.out, "docs/nodes.md");
  }
  const Outcome outcome = fedltr_command({"ca", "--help"});
  CHECK(outcome.code == 0);
  for (const char* verb : {"init", "issue", "request", "sign", "revoke"})
    has(outcome.out, std::string("fedltr ca ") + verb);
}

}  // namespace fedltr::node_commands_test
