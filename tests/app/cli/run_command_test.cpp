#include "app/cli/run_command.hpp"

#include "tests/support/scenario.hpp"
#include "tests/support/wrong_usage.hpp"

namespace fedltr::run_command_test {
using namespace fedltr::test;

namespace {

constexpr const char* kSmall =
    "[synthetic]\nlike = custom\nqueries = 10\nfeatures = 3\n"
    "[federation]\nclients = 3\nrounds = 2\n[run]\nname = small\n";

}  // namespace

TEST_CASE("options of a run that exclude each other are refused") {
  const TemporaryFolder folder;
  const std::string file = folder.write("s.ini", kSmall);
  const auto run = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"run", file, "--out", (folder / "o").string()});
    return more;
  };
  const std::string shards = "expected I/N, shard I = 1 to N of N, or slurm";
  check_wrong_usage(
      folder,
      {{run({"--report", "--shard", "1/2"}),
        "--report can't be used with --shard"},
       {run({"--report", "--threads", "1,2"}),
        "--report needs one number of threads: report the folders of each "
        "afterwards"},
       {run({"--watch", "--threads", "1,2"}),
        "--watch needs one number of threads"},
       {run({"--watch=65536"}),
        "--watch 65536: expected an integer 0 to "
        "65535"},
       {run({"--shard", "3/2"}), "--shard 3/2: " + shards},
       {run({"--shard", "0/2"}), "--shard 0/2: " + shards},
       {run({"--shard", "1"}), "--shard 1: " + shards},
       {run({"again.ini"}),
        "more arguments than expected (see fedltr run --help)"},
       {run({"--nonsense"}),
        "unrecognised option '--nonsense' (see fedltr run --help; --set "
        "SECTION.KEY=VALUE sets a scenario's key)"}});
}

TEST_CASE("a run may write a page of its results beside them") {
  const TemporaryFolder folder;
  const Outcome plain = run_text(folder, kSmall, "plain", {});
  REQUIRE_MESSAGE(plain.code == 0, plain.err);
  CHECK_FALSE(std::filesystem::exists(folder / "plain/report.html"));
  const auto reported = [&](std::vector<std::string> more) {
    more.insert(more.begin(),
                {"run", (folder / "s.ini").string(), "--quiet", "--report",
                 "--threads", "1", "--out", (folder / "page").string()});
    return fedltr_command(more);
  };
  const Outcome page = reported({});
  REQUIRE_MESSAGE(page.code == 0, page.err);
  has(page.out, "page/report.html");
  CHECK(json_of(folder / "page/summary.json")["signature"] ==
        json_of(folder / "plain/summary.json")["signature"]);
  // Refused as the run is, which leaves the page as it was.
  folder.write("page/report.html", "mine");
  CHECK(reported({}).code == kWrongUsage);
  CHECK(read_text(folder / "page/report.html") == "mine");
  CHECK(reported({"--force"}).code == 0);
  CHECK(read_text(folder / "page/report.html").starts_with("<!"));
}

TEST_CASE("a run's help names checkpoints and its way to continue") {
  const Outcome outcome = fedltr_command({"run", "--help"});
  CHECK(outcome.code == 0);
  has(outcome.out, "checkpoint.every");
  has(outcome.out, "The same command with --resume continues from it");
}

}  // namespace fedltr::run_command_test
