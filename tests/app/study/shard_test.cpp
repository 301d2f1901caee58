// Studies in shards, and their merge.
#include "app/study/shard.hpp"

#include <cstdlib>

#include "app/base/errors.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/silo_scenario.hpp"

namespace fedltr::shard_test {
using namespace fedltr::test;
namespace fs = std::filesystem;

namespace {

/// A grid of two points, two repeats each; the first is the other's baseline.
constexpr const char* kGrid =
    "[run]\nrepeats = 2\n"
    "[synthetic]\nlike = custom\nqueries = 30\ndocuments = 12\nfeatures = 6\n"
    "[federation]\nclients = 20\ninteractions = 3\nrounds = 4\n"
    "[attack]\nclients = 4\n"
    "[grid]\nattack.kind = none, lie\n";

struct ShardedStudy {
  TemporaryFolder folder;
  std::string scenario;

  explicit ShardedStudy(const char* text)
      : scenario(folder.write("s.ini", text)) {}

  Outcome command(const std::string& verb, const std::string& out,
                  const std::vector<std::string>& more = {}) const {
    std::vector<std::string> arguments = {verb, scenario, "--quiet", "--out",
                                          (folder / out).string()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return fedltr_command(arguments);
  }
  void run_shard(const std::string& out, const std::string& shard) const {
    const Outcome outcome = command("run", out, {"--shard", shard});
    REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  }
};

/// Files below a folder that equal studies have in common, by path.
std::map<std::string, std::string> results_in(const fs::path& folder) {
  std::map<std::string, std::string> results;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string name = entry.path().lexically_relative(folder);
    if (entry.is_regular_file() && !name.starts_with("shard-") &&
        entry.path().filename() != "timing.json")
      results[name] = read_text(entry.path());
  }
  return results;
}

void set_task(const char* id, const char* count, const char* least,
              const char* step) {
  setenv("SLURM_ARRAY_TASK_ID", id, 1);
  setenv("SLURM_ARRAY_TASK_COUNT", count, 1);
  setenv("SLURM_ARRAY_TASK_MIN", least, 1);
  setenv("SLURM_ARRAY_TASK_STEP", step, 1);
}

}  // namespace

TEST_CASE("shards hold each run once") {
  for (std::uint32_t run = 0; run < 20; ++run) {
    int holders = 0;
    for (std::uint32_t number = 1; number <= 3; ++number)
      holders += Shard{number, 3}.holds(run);
    CHECK(holders == 1);
  }
  CHECK(Shard{1, 3}.holds(0));
  CHECK(Shard{3, 3}.holds(5));
  CHECK(Shard{2, 5}.folder() == "shard-2-of-5");
}

TEST_CASE("a shard is I/N, with I from 1 to N") {
  CHECK(parse_shard("2/5").number == 2);
  CHECK(parse_shard("2/5").count == 5);
  for (const char* wrong :
       {"", "2", "0/5", "6/5", "2/", "/5", "a/b", "1/2/3", "-1/5", "1/2000000"})
    CHECK_THROWS_WITH_AS(parse_shard(wrong), doctest::Contains("expected I/N"),
                         UsageError);
}

TEST_CASE("a task of a SLURM job array is a shard") {
  set_task("7", "4", "3", "2");
  CHECK(parse_shard("slurm").number == 3);
  CHECK(parse_shard("slurm").count == 4);
  set_task("4", "4", "3", "2");  // --array=3,4,5,9
  CHECK_THROWS_WITH_AS(parse_shard("slurm"), doctest::Contains("job array"),
                       UsageError);
  set_task("11", "4", "3", "2");
  CHECK_THROWS_AS(parse_shard("slurm"), UsageError);
  unsetenv("SLURM_ARRAY_TASK_ID");
  CHECK_THROWS_AS(parse_shard("slurm"), UsageError);
}

TEST_CASE("a task that runs again alone does not pass for the whole study") {
  set_task("2", "1", "2", "1");  // --array=2
  CHECK_THROWS_WITH_AS(parse_shard("slurm"), doctest::Contains("--shard I/N"),
                       UsageError);
  set_task("1", "1", "1", "1");  // --array=1
  CHECK_THROWS_AS(parse_shard("slurm"), UsageError);
  unsetenv("SLURM_ARRAY_TASK_ID");
}

TEST_CASE("an invalid shard is named") {
  const std::vector<std::filesystem::path> none;
  CHECK_THROWS_WITH_AS(find_runs({}, "runs/a", {}, none),
                       doctest::Contains("runs/a: has no shards"), UsageError);
  const std::vector<std::filesystem::path> lost = {"no/such/shard-1-of-2"};
  CHECK_THROWS_WITH_AS(find_runs({}, "runs/a", {}, lost),
                       doctest::Contains("shard-1-of-2: is no folder"),
                       UsageError);
}

TEST_CASE("a run folder stands for the shards in it") {
  const TemporaryFolder folder;
  const fs::path run = folder.text();
  fs::create_directories(run / "shard-2-of-3/point");
  fs::create_directories(run / "shard-1-of-3");
  fs::create_directories(run / "other");
  const fs::path one = run / "shard-2-of-3";
  CHECK(shards_in({one, run, "no/such"}) ==
        std::vector<fs::path>{one, run / "shard-1-of-3", one, "no/such"});
}

TEST_CASE("a grid in three shards and merged is one run, byte for byte") {
  const ShardedStudy study(kGrid);
  REQUIRE(study.command("run", "whole").code == 0);
  for (const std::string shard : {"2/3", "1/3", "3/3"})
    study.run_shard("parts", shard);
  CHECK_FALSE(fs::exists(study.folder / "parts/grid.csv"));
  const Outcome merged = study.command("merge", "parts");
  REQUIRE_MESSAGE(merged.code == 0, merged.err);
  const auto whole = results_in(study.folder / "whole");
  const auto parts = results_in(study.folder / "parts");
  CHECK(whole.size() > 20);
  CHECK(whole.contains("grid.csv"));
  for (const auto& [name, text] : whole) {
    CAPTURE(name);
    REQUIRE(parts.contains(name));
    CHECK(parts.at(name) == text);
  }
  CHECK(parts.size() == whole.size());
}

TEST_CASE("shards of other folders are named, and stay") {
  const ShardedStudy study(kTextSilo);
  REQUIRE(study.command("run", "whole").code == 0);
  study.run_shard("a", "1/2");
  study.run_shard("b", "2/2");
  const Outcome merged =
      study.command("merge", "merged",
                    {(study.folder / "a/shard-1-of-2").string(),
                     (study.folder / "b/shard-2-of-2").string()});
  REQUIRE_MESSAGE(merged.code == 0, merged.err);
  CHECK(results_in(study.folder / "merged") ==
        results_in(study.folder / "whole"));
  CHECK(fs::exists(study.folder / "a/shard-1-of-2/checkpoint/f1-r1.bin"));
}

TEST_CASE("a missing shard is reported, and nothing is written") {
  const ShardedStudy study(kGrid);
  study.run_shard("parts", "1/2");
  const Outcome merged = study.command("merge", "parts");
  CHECK(merged.code == 2);
  has(merged.err, "fold 1, repeat 2 of ");
  has(merged.err, "is in none of the 1 shards: run them all first\n");
  std::filesystem::create_directory(study.folder / "other");
  const Outcome foreign =
      study.command("merge", "parts", {(study.folder / "other").string()});
  CHECK(foreign.code == 2);
  has(foreign.err, "other holds none of this study's runs\n");
  CHECK_FALSE(fs::exists(study.folder / "parts/attack.kind=none"));
}

TEST_CASE("a shard of another scenario is refused") {
  const ShardedStudy study(kGrid);
  study.run_shard("parts", "1/2");
  REQUIRE(
      study.command("run", "parts", {"--shard", "2/2", "--set", "run.seed=2"})
          .code == 0);
  const Outcome merged = study.command("merge", "parts");
  CHECK(merged.code == 6);
  has(merged.err, "run.seed");
}

TEST_CASE("a shard runs once, resumes, and is no place for a stream") {
  const ShardedStudy study(kGrid);
  study.run_shard("parts", "1/2");
  CHECK(study.command("run", "parts", {"--shard", "1/2"}).code == 2);
  const Outcome again =
      study.command("run", "parts", {"--shard", "1/2", "--resume"});
  CHECK(again.code == 0);
  has(again.out, "shard     1 of 2: 2 of 4 runs are in ");
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{"--format", "ndjson"},
        {"--threads", "1,2"},
        {"--report"}}) {
    std::vector<std::string> arguments = {"--shard", "2/2"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    CHECK(study.command("run", "parts", arguments).code == 2);
  }
}

TEST_CASE("a merge that took half of the runs resumes") {
  const ShardedStudy study(kGrid);
  REQUIRE(study.command("run", "whole").code == 0);
  for (const std::string shard : {"1/2", "2/2"})
    study.run_shard("parts", shard);
  // All runs come from one shard, none from the other.
  const fs::path first = study.folder / "parts/shard-1-of-2";
  for (const auto& entry : fs::directory_iterator(first))
    if (fs::exists(entry.path() / "checkpoint"))
      fs::copy(entry.path(), study.folder / "parts" / entry.path().filename(),
               fs::copy_options::recursive);
  fs::remove_all(first);
  const Outcome anew = study.command("merge", "parts");
  CHECK(anew.code == 2);
  has(anew.err, "--resume continues it");
  CHECK(study.command("merge", "parts", {"--resume", "--force"}).code == 2);
  const Outcome merged = study.command("merge", "parts", {"--resume"});
  REQUIRE_MESSAGE(merged.code == 0, merged.err);
  CHECK(results_in(study.folder / "parts") ==
        results_in(study.folder / "whole"));
  const Outcome again = study.command("merge", "parts", {"--resume"});
  CHECK(again.code == 0);
  has(again.out, "already complete");
}

TEST_CASE("a damaged shard costs a merge with --force nothing") {
  const ShardedStudy study(kGrid);
  for (const std::string shard : {"1/2", "2/2"})
    study.run_shard("parts", shard);
  // An interrupted run of the same study.
  std::vector<fs::path> kept;
  for (const auto& entry :
       fs::directory_iterator(study.folder / "parts/shard-1-of-2"))
    if (fs::exists(entry.path() / "checkpoint")) {
      kept.push_back(study.folder / "parts" / entry.path().filename());
      fs::copy(entry.path(), kept.back(), fs::copy_options::recursive);
    }
  REQUIRE(!kept.empty());
  for (const auto& entry :
       fs::recursive_directory_iterator(study.folder / "parts/shard-2-of-2"))
    if (entry.path().extension() == ".bin")
      fs::resize_file(entry.path(), fs::file_size(entry.path()) - 1);
  CHECK(study.command("merge", "parts", {"--force"}).code == 6);
  for (const fs::path& folder : kept)
    CHECK(!fs::is_empty(folder / "checkpoint"));
}

TEST_CASE("a study of several numbers of threads is merged with one") {
  const ShardedStudy study(
      "[run]\nspeedup = 1, 2\n[synthetic]\nlike = custom\nqueries = 20\n"
      "[federation]\nclients = 5\nrounds = 2\n");
  for (const char* shard : {"1/2", "2/2"})
    CHECK(study.command("run", "out", {"--threads", "1", "--shard", shard})
              .code == 0);
  const Outcome refused = study.command("merge", "out");
  CHECK(refused.code == 2);
  has(refused.err, "give it by --threads");
  for (const char* wrong : {"1,2", "-1", "5000", "x"})
    CHECK(study.command("merge", "out", {"--threads", wrong}).code == 2);
  const Outcome merged = study.command("merge", "out", {"--threads", "2"});
  CHECK(merged.code == 0);
  has(merged.out, "signature");
}

}  // namespace fedltr::shard_test
