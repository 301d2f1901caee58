#include "app/study/speedup.hpp"

#include <algorithm>

#include "app/base/errors.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/silo_scenario.hpp"

namespace fedltr::speedup_test {
using namespace fedltr::test;

namespace {

constexpr const char* kFederation =
    "[synthetic]\nlike = custom\nqueries = 30\ndocuments = 12\nfeatures = 6\n"
    "[federation]\nclients = 30\ninteractions = 3\nrounds = 5\n";
}  // namespace

TEST_CASE("strong scaling is the same work, with the same results") {
  const TemporaryFolder folder;
  const Outcome outcome = run_text(folder, kFederation, "s", {}, "1,2,4");
  REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  has(outcome.out, "strong scaling, 3 interactions, 5 rounds");
  has(outcome.out, "speed-up efficiency");
  has(outcome.out, "on any number of threads");
  const std::string csv = read_text(folder / "s/speedup.csv");
  CHECK(std::ranges::count(csv, '\n') == 4);
  has(csv, "threads,clients,wall_seconds,cpu_seconds,interactions_per_second");
  CHECK(read_text(folder / "s/threads=1/rounds.csv") ==
        read_text(folder / "s/threads=4/rounds.csv"));
}

TEST_CASE("weak scaling has as many clients for each thread") {
  const TemporaryFolder folder;
  const Outcome outcome =
      run_text(folder, kFederation, "w", {"run.scaling=weak"}, "1,2");
  REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  has(outcome.out, "weak scaling");
  CHECK(outcome.out.find("on any number of threads") == std::string::npos);
  const auto clients = [&](const char* threads) {
    return json_of(folder / (std::string("w/threads=") + threads) /
                   "manifest.json")["scenario"]["federation.clients"];
  };
  CHECK(clients("1") == "30");
  CHECK(clients("2") == "60");
}

TEST_CASE("more settings are put to a scenario as it was read") {
  const TemporaryFolder folder;
  const std::string file = folder.write("s.ini", kFederation);
  const ReadScenario read = read_scenario(file, {"run.seed=3"});
  folder.write("s.ini", "[federation]\nclients = 7\nrounds = 50\n");
  const ReadScenario more = with_settings(read, {"federation.clients=60"});
  const Scenario& scenario = more.points[0].scenario;
  CHECK(scenario.federation.clients == 60);
  CHECK(scenario.federation.rounds == 5);
  CHECK(scenario.run.seed == 3);
  CHECK_THROWS_AS(with_settings(read, {"federation.clients=0"}), UsageError);
}

TEST_CASE("a table stays until there is a row of the next one") {
  const TemporaryFolder folder;
  REQUIRE(run_text(folder, kFederation, "s", {}, "1,2").code == 0);
  const std::string table = read_text(folder / "s/speedup.csv");
  const Outcome outcome =
      fedltr_command({"run", (folder / "s.ini").string(), "--quiet", "--force",
                      "--out", (folder / "s").string(), "--threads", "1,2",
                      "--set", "data.folds=/nope"});
  CHECK(outcome.code == 3);
  CHECK(read_text(folder / "s/speedup.csv") == table);
  CHECK(std::filesystem::exists(folder / "s/threads=1/summary.json"));
}

TEST_CASE("silos have a table of speed-up") {
  const TemporaryFolder folder;
  const Outcome outcome =
      run_text(folder, kTextSilo, "s", {"run.speedup=1,2"}, "1,2");
  REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  has(outcome.out, "strong scaling, 3 repeat(s)");
  const std::string csv = read_text(folder / "s/speedup.csv");
  has(csv, "threads,parties,wall_seconds,cpu_seconds,repeats_per_second");
  has(csv, "\n1,3,");
  has(csv, "\n2,3,");
  CHECK(json_of(folder / "s/threads=1/summary.json")["signature"] ==
        json_of(folder / "s/threads=2/summary.json")["signature"]);
  CHECK(json_of(folder / "s/threads=2/timing.json")["threads"] == 2);
  has(complaint_about(kTextSilo, {"run.speedup=1,2", "run.scaling=weak"}),
      "needs a federation");
}

TEST_CASE("a table of speed-up is resumed row by row, and not overwritten") {
  const TemporaryFolder folder;
  REQUIRE(run_text(folder, kFederation, "s", {}, "1,2").code == 0);
  CHECK(run_text(folder, kFederation, "s", {}, "1,2").code == 2);
  CHECK(run_text(folder, kFederation, "s", {}).code == 2);
  CHECK(run_text(folder, kFederation, "s", {}, "4,8").code == 2);
  // As after a kill before the second row.
  std::filesystem::remove(folder / "s/speedup.csv");
  std::filesystem::remove_all(folder / "s/threads=2");
  const std::string before = read_text(folder / "s/threads=1/timing.json");
  const Outcome resumed =
      fedltr_command({"run", (folder / "s.ini").string(), "--quiet", "--resume",
                      "--out", (folder / "s").string(), "--threads", "1,2"});
  CHECK_MESSAGE(resumed.code == 0, resumed.err);
  has(resumed.out, "they mean nothing for resumed rows");
  CHECK(read_text(folder / "s/threads=1/timing.json") == before);
  const std::string csv = read_text(folder / "s/speedup.csv");
  CHECK(std::ranges::count(csv, '\n') == 3);
}

TEST_CASE("numbers of threads that make no table are refused") {
  const TemporaryFolder folder;
  CHECK(run_text(folder, kFederation, "x", {}, "1,no").code == 2);
  has(complaint_about(kFederation, {"run.speedup=1,0"}), "numbers of threads");
  has(complaint_about(kFederation, {"run.speedup=2,2"}),
      "each number of threads");
  for (const char* text : {kFederation, kTextSilo})
    has(complaint_about(text, {"run.speedup=1,2", "grid.run.seed=1,2"}),
        "run.speedup");
  has(complaint_about(kFederation, {"run.speedup=1,2", "run.scaling=weak",
                                    "federation.clients=6000000"}),
      "12000000 clients");
}

}  // namespace fedltr::speedup_test
