// Interrupted runs, continued by --resume.
#include "app/study/resume.hpp"

#include <algorithm>
#include <fstream>

#include <doctest/doctest.h>
#include <sys/stat.h>

#include "actors/conductor/run_federations.hpp"
#include "app/base/errors.hpp"
#include "app/base/json.hpp"
#include "app/data/data_source.hpp"
#include "app/plan/build.hpp"
#include "app/results/manifest.hpp"
#include "app/schema/reader.hpp"
#include "app/study/collector.hpp"
#include "tests/support/cli.hpp"
#include "tests/support/log_text.hpp"

namespace fedltr::resume_test {
using namespace fedltr::test;
namespace fs = std::filesystem;

namespace {

constexpr const char* kSmall =
    "[run]\nrepeats = 2\n"
    "[synthetic]\nlike = custom\nqueries = 30\ndocuments = 12\nfeatures = 6\n"
    "[federation]\nclients = 20\ninteractions = 3\nrounds = 9\n"
    "server = momentum\nparticipation = 0.5\n";

using Settings = std::vector<std::string>;

Outcome run(const TemporaryFolder& folder, const std::string& out,
            const Settings& more = {}) {
  std::vector<std::string> arguments = {
      "run", folder.write("small.ini", kSmall), "--quiet", "--out",
      (folder / out).string()};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return fedltr_command(arguments);
}

/// Keeps all results and checkpoints of runs.
struct Keeper : Observer {
  std::vector<RunResult> results;
  std::vector<std::map<std::uint32_t, std::string>> checkpoints;

  explicit Keeper(std::size_t runs) : results(runs), checkpoints(runs) {}
  void on_round(std::uint32_t, const RoundRecord&) override {}
  void on_finished(std::uint32_t run, RunResult result) override {
    results[run] = std::move(result);
  }
  void on_checkpoint(std::uint32_t run, std::uint32_t round,
                     const std::string& bytes) override {
    checkpoints[run][round] = bytes;
  }
};

/// Leaves a run folder as after a kill: the first run has ended, the second has
/// two checkpoints.
CheckpointFolder cut_short(const TemporaryFolder& folder,
                           const std::string& out) {
  const Scenario scenario =
      read_scenario(folder.write("small.ini", kSmall), {}).points[0].scenario;
  const LoadedData data = load_data(scenario);
  std::vector<FederationPlan> plans;
  for (const Run& each : build_runs(scenario, data, 0)) {
    plans.push_back(each.plan);
    plans.back().checkpoint.every = 2;
  }
  Keeper keeper(plans.size());
  Interrupt interrupt;
  REQUIRE(run_federations(plans, 2, keeper, interrupt).failure == "");
  CheckpointFolder checkpoints(folder / out,
                               identity_json(scenario, data.files));
  FederationCheckpoint ended;
  ended.round = 9;
  ended.result = keeper.results[0];
  checkpoints.save(1, 1, ended);
  for (const auto& [round, bytes] : keeper.checkpoints[1]) {
    FederationCheckpoint part;
    part.round = round;
    part.snapshot = std::make_shared<const std::string>(bytes);
    checkpoints.save(1, 2, part);
    if (round == keeper.checkpoints[1].begin()->first)
      checkpoints.save(1, 2, part);  // makes a previous checkpoint
  }
  return checkpoints;
}

void damage(const fs::path& file) {
  REQUIRE(fs::exists(file));
  std::string bytes = read_text(file);
  bytes[bytes.size() / 2] ^= 1;
  std::ofstream(file, std::ios::binary) << bytes;
}

bool same_results(const TemporaryFolder& folder, const std::string& a,
                  const std::string& b) {
  for (const char* name :
       {"rounds.csv", "summary.json", "clients.csv", "per_query.tsv",
        "manifest.json", "model-f1-r1.json", "model-f1-r2.json"})
    if (read_text(folder / (a + "/" + name)) !=
            read_text(folder / (b + "/" + name)) ||
        read_text(folder / (a + "/" + name)).empty())
      return false;
  return true;
}

bool says(const Outcome& outcome, const std::string& text) {
  return outcome.err.find(text) != std::string::npos;
}

}  // namespace

TEST_CASE("an interrupted run resumes, and ends with the same results") {
  const TemporaryFolder folder;
  REQUIRE(run(folder, "whole").code == 0);
  cut_short(folder, "cut");
  // Results are not overwritten by accident.
  const Outcome refused = run(folder, "cut");
  CHECK(refused.code == 2);
  CHECK(says(refused, "--resume"));
  CHECK(run(folder, "cut", {"--resume", "--force"}).code == 2);
  // Threads, folder and checkpoint keys are not part of a run's identity.
  const Outcome resumed =
      run(folder, "cut",
          {"--resume", "--threads", "1", "--set", "checkpoint.every=4", "--set",
           "checkpoint.seconds=0.01"});
  CHECK_MESSAGE(resumed.code == 0, resumed.err);
  CHECK(same_results(folder, "cut", "whole"));
  CHECK_FALSE(fs::exists(folder / "cut/checkpoint"));
  // Once more: no run is left.
  const Outcome again = run(folder, "cut", {"--resume"});
  CHECK(again.code == 0);
  CHECK(again.out.find("nothing is left to do") != std::string::npos);
  // Nor is any left if a kill interrupted the removal of its checkpoints.
  folder.write("cut/checkpoint/f1-r1.bin", "of a run that has ended");
  CHECK(run(folder, "cut", {"--resume"}).code == 0);
  CHECK_FALSE(fs::exists(folder / "cut/checkpoint"));
}

TEST_CASE("checkpoints change no result and are removed at the end") {
  const TemporaryFolder folder;
  REQUIRE(run(folder, "off", {"--set", "checkpoint.seconds=0"}).code == 0);
  REQUIRE(run(folder, "on", {"--set", "checkpoint.every=1"}).code == 0);
  CHECK(same_results(folder, "on", "off"));
  CHECK_FALSE(fs::exists(folder / "on/checkpoint"));
}

TEST_CASE("a run that has ended is not run again") {
  const TemporaryFolder folder;
  const CheckpointFolder checkpoints = cut_short(folder, "cut");
  auto first = checkpoints.load<FederationCheckpoint>(1, 1);
  REQUIRE(first);
  REQUIRE_FALSE(first->snapshot);
  first->result.model.setConstant(42);  // a mark to recognise it
  checkpoints.save(1, 1, *first);
  REQUIRE(run(folder, "cut", {"--resume"}).code == 0);
  CHECK(read_text(folder / "cut/model-f1-r1.json").find("42.0") !=
        std::string::npos);
}

TEST_CASE("runs that all have ended need only be written") {
  const TemporaryFolder folder;
  REQUIRE(run(folder, "whole").code == 0);
  const CheckpointFolder checkpoints = cut_short(folder, "cut");
  auto second = checkpoints.load<FederationCheckpoint>(1, 1);
  REQUIRE(second);
  checkpoints.save(1, 2, *second);
  REQUIRE(run(folder, "cut", {"--resume"}).code == 0);
  CHECK(read_text(folder / "cut/model-f1-r2.json") ==
        read_text(folder / "whole/model-f1-r1.json"));
}

TEST_CASE("another scenario, version or data is refused with 6, by name") {
  const TemporaryFolder folder;
  cut_short(folder, "cut");
  folder.write("cut/.fedltr", "");  // as a run of the program leaves it
  const auto refused = [&](const Settings& settings, const std::string& what) {
    Settings all = {"--resume"};
    for (const std::string& setting : settings) {
      all.push_back("--set");
      all.push_back(setting);
    }
    const Outcome outcome = run(folder, "cut", all);
    CHECK(outcome.code == 6);
    CHECK_MESSAGE(says(outcome, what), outcome.err);
    CHECK(std::count(outcome.err.begin(), outcome.err.end(), '\n') == 1);
  };
  refused({"federation.rounds=10", "learner.rate=0.2"},
          "learner.rate: 0.1 there, 0.2 here; federation.rounds: 9 there, 10 "
          "here");
  refused({"synthetic.seed=2"}, "another SHA-256");
  const fs::path manifest = folder / "cut/checkpoint/manifest.json";
  Json there = Json::parse(read_text(manifest));
  there["commit"] = "older";
  std::ofstream(manifest) << there;
  refused({}, "(older) there");
  std::ofstream(manifest) << "{\"scenario\": 3}";
  refused({}, "manifest.json");
  std::ofstream(manifest) << "{";
  refused({}, "can't be read");
  CHECK(run(folder, "cut", {"--force"}).code == 0);
  CHECK_FALSE(fs::exists(folder / "cut/checkpoint"));
}

TEST_CASE("results of another scenario are not resumed either") {
  const TemporaryFolder folder;
  REQUIRE(run(folder, "r").code == 0);
  const Outcome other = run(folder, "r", {"--resume", "--set", "run.seed=2"});
  CHECK(other.code == 6);
  CHECK(says(other, "run.seed: 1 there, 2 here"));
  CHECK(run(folder, "r",
            {"--resume", "--set", "grid.clicks.model=perfect,navigational"})
            .code == 6);
}

TEST_CASE("a damaged checkpoint: the one before it, and 6 without") {
  const TemporaryFolder folder;
  REQUIRE(run(folder, "whole").code == 0);
  cut_short(folder, "cut");
  const fs::path newest = folder / "cut/checkpoint/f1-r2.bin";
  damage(newest);
  fs::copy(folder / "cut", folder / "both", fs::copy_options::recursive);
  fs::copy(folder / "cut", folder / "gone", fs::copy_options::recursive);
  CHECK(run(folder, "cut", {"--resume"}).code == 0);
  CHECK(same_results(folder, "cut", "whole"));

  damage(folder / "both/checkpoint/f1-r2.bin.previous");
  const Outcome refused = run(folder, "both", {"--resume"});
  CHECK(refused.code == 6);
  CHECK(says(refused, "SHA-256"));

  // Killed between two renames.
  fs::remove(folder / "gone/checkpoint/f1-r2.bin");
  CHECK(run(folder, "gone", {"--resume"}).code == 0);
  CHECK(same_results(folder, "gone", "whole"));
}

TEST_CASE("a checkpoint of any length or with any wrong byte is survived") {
  const TemporaryFolder folder;
  const CheckpointFolder checkpoints = cut_short(folder, "cut");
  const fs::path file = folder / "cut/checkpoint/f1-r2.bin";
  fs::remove(file.string() + ".previous");
  const std::string good = read_text(file);
  for (std::size_t size = 0; size < good.size(); size += 13) {
    std::ofstream(file, std::ios::binary) << good.substr(0, size);
    CHECK_THROWS_AS(checkpoints.load<FederationCheckpoint>(1, 2),
                    CheckpointError);
    std::string wrong = good;
    wrong[size] = static_cast<char>(wrong[size] + 1);
    std::ofstream(file, std::ios::binary) << wrong;
    CHECK_THROWS_AS(checkpoints.load<FederationCheckpoint>(1, 2),
                    CheckpointError);
  }
}

TEST_CASE("each point of a grid resumes from its own checkpoint") {
  const TemporaryFolder folder;
  const Settings grid = {"--set", "grid.learner.rate=0.1,0.2"};
  REQUIRE(run(folder, "whole", grid).code == 0);
  cut_short(folder, "cut/learner.rate=0.1");
  Settings resume = grid;
  resume.push_back("--resume");
  REQUIRE(run(folder, "cut", resume).code == 0);
  CHECK(read_text(folder / "cut/grid.csv") ==
        read_text(folder / "whole/grid.csv"));
  CHECK(same_results(folder, "cut/learner.rate=0.1", "whole/learner.rate=0.1"));
  CHECK_FALSE(fs::exists(folder / "cut/learner.rate=0.1/checkpoint"));
  CHECK(run(folder, "cut", resume).code == 0);
}

TEST_CASE("a forced grid that was cut short replaces older points") {
  const TemporaryFolder folder;
  const Settings grid = {"--set", "grid.learner.rate=0.1,0.2"};
  Settings old = grid;
  old.insert(old.end(), {"--set", "federation.rounds=3"});
  REQUIRE(run(folder, "whole", grid).code == 0);
  REQUIRE(run(folder, "cut", old).code == 0);
  cut_short(folder, "cut/learner.rate=0.1");
  Settings resume = grid;
  resume.push_back("--resume");
  const Outcome resumed = run(folder, "cut", resume);
  CHECK_MESSAGE(resumed.code == 0, resumed.err);
  CHECK(same_results(folder, "cut/learner.rate=0.1", "whole/learner.rate=0.1"));
  CHECK(same_results(folder, "cut/learner.rate=0.2", "whole/learner.rate=0.2"));
}

TEST_CASE("--resume without a checkpoint starts from the beginning") {
  const TemporaryFolder folder;
  REQUIRE(run(folder, "whole").code == 0);
  REQUIRE(run(folder, "fresh", {"--resume"}).code == 0);
  CHECK(same_results(folder, "fresh", "whole"));
}

TEST_CASE("results, at any point, and checkpoints are not overwritten") {
  const TemporaryFolder folder;
  const std::vector<fs::path> points = {folder / "g/a", folder / "g/b"};
  const fs::path top = folder / "g";
  refuse_to_overwrite(points, top);
  folder.write("g/notes.txt", "no results");
  refuse_to_overwrite(points, top);
  const std::string result = folder.write("g/b/summary.json", "{}");
  CHECK_THROWS_WITH_AS(refuse_to_overwrite(points, top),
                       doctest::Contains("holds results already"), UsageError);
  fs::remove(result);
  folder.write("g/grid.csv", "");
  CHECK_THROWS_WITH_AS(refuse_to_overwrite(points, top),
                       doctest::Contains("holds results already"), UsageError);
  folder.write("g/a/checkpoint/manifest.json", "{}");
  CHECK_THROWS_WITH_AS(refuse_to_overwrite(points, top),
                       doctest::Contains("--resume continues it"), UsageError);
}

TEST_CASE("nothing is left to do when all points are complete, or spent") {
  const TemporaryFolder folder;
  const Json identity = {{"scenario", {{"run.seed", "1"}}},
                         {"data", Json::array()}};
  std::vector<std::shared_ptr<const CheckpointFolder>> checkpoints;
  for (const char* point : {"a", "b"}) {
    checkpoints.push_back(
        std::make_shared<const CheckpointFolder>(folder / point, identity));
    folder.write(std::string(point) + "/manifest.json", identity.dump());
    folder.write(std::string(point) + "/summary.json", "{\"complete\": true}");
  }
  std::ostringstream out;
  const auto code = [&] {
    return prepare_resume(checkpoints, folder.text(), out);
  };
  CHECK_FALSE(code());  // killed before its table
  folder.write("grid.csv", "");
  CHECK(code() == kDone);
  CHECK(out.str().find("nothing is left to do") != std::string::npos);
  folder.write("b/summary.json",
               "{\"complete\": false, \"budget_spent\": true}");
  CHECK(code() == kBudgetSpent);
  folder.write("b/summary.json", "{\"complete\": false}");
  CHECK_FALSE(code());
  fs::remove(folder / "b/summary.json");
  CHECK_FALSE(code());
  folder.write("b/summary.json", "no JSON");
  CHECK_FALSE(code());
  folder.write("b/summary.json", "{\"complete\": true}");
  CHECK(code() == kDone);
  folder.write("b/checkpoint/manifest.json", identity.dump());
  CHECK_FALSE(code());
}

TEST_CASE("results that can't be read are made again, and named") {
  const TemporaryFolder folder;
  REQUIRE(run(folder, "r").code == 0);
  const fs::path file = folder / "r/summary.json";
  const std::string text = read_text(file);
  const auto is_made_again = [&](const std::string& fault) {
    const LogText log;
    const std::vector<std::shared_ptr<const CheckpointFolder>> checkpoints = {
        std::make_shared<const CheckpointFolder>(
            folder / "r", Json::parse(read_text(folder / "r/manifest.json")))};
    std::ostringstream out;
    CHECK_FALSE(prepare_resume(checkpoints, folder / "r", out));
    CHECK_MESSAGE(
        log.text().find("warning: " + file.string() + ": " + fault) == 0,
        log.text());
    const Outcome outcome = run(folder, "r", {"--resume"});
    CHECK_MESSAGE(outcome.code == 0, outcome.err);
    CHECK(read_text(file) == text);
  };
  std::ofstream(file) << text.substr(0, text.size() / 2);
  is_made_again("is no JSON");
  std::ofstream(file) << "{\"complete\": 1}";
  is_made_again("complete: expected true or false, got 1");
  fs::resize_file(file, 80 << 20);  // sparse
  is_made_again("is larger than the 67,108,864 bytes");
  fs::remove(file);
  REQUIRE(mkfifo(file.c_str(), 0600) == 0);
  is_made_again("is a device or a pipe");
  const fs::path manifest = folder / "r/manifest.json";
  fs::remove(manifest);
  REQUIRE(mkfifo(manifest.c_str(), 0600) == 0);
  const Outcome refused = run(folder, "r", {"--resume"});
  CHECK(refused.code == 6);
  CHECK(says(refused, "its manifest.json can't be read"));
}

TEST_CASE("a stop whose checkpoint could not be written is a failure") {
  const TemporaryFolder folder;
  const std::vector<std::shared_ptr<const CheckpointFolder>> none;
  CHECK(report_interrupted(none, true, "", folder.text()) == kInterrupted);
  CHECK(report_interrupted(none, false, "", folder.text()) == kInterrupted);
  CHECK(report_interrupted(none, true, "no space left", folder.text()) ==
        kRunFailed);
}

TEST_CASE("a run that is stopped in its first round has no checkpoint") {
  const TemporaryFolder folder;
  const std::vector<std::shared_ptr<const CheckpointFolder>> none;
  const LogText log;
  report_interrupted(none, true, "", folder.text());
  CHECK(log.text().find("no round had ended, so there is no checkpoint") !=
        std::string::npos);
}

}  // namespace fedltr::resume_test
