#include "app/study/folder_lock.hpp"

#include <csignal>
#include <optional>

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/base/errors.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::folder_lock_test {
using namespace fedltr::test;
namespace fs = std::filesystem;

namespace {

constexpr const char* kTiny =
    "[synthetic]\nlike = custom\nqueries = 12\ndocuments = 6\nfeatures = 4\n"
    "[federation]\nclients = 3\ninteractions = 2\nrounds = 2\n";
constexpr const char* kManifest = R"({"fedltr": "1.0", "scenario": {}})";

}  // namespace

TEST_CASE("a folder is held by one at a time, and free again afterwards") {
  const TemporaryFolder folder;
  std::optional<FolderLock> first(folder / "runs/a");
  CHECK_THROWS_WITH_AS(FolderLock(folder / "runs/a"),
                       doctest::Contains("another fedltr is writing to it"),
                       UsageError);
  const FolderLock other(folder / "runs/b");
  folder.write("runs/a/summary.json", "{}");
  first->keep();
  first.reset();
  const FolderLock second(folder / "runs/a");
}

TEST_CASE("a folder that nothing was written to leaves nothing") {
  const TemporaryFolder folder;
  { const FolderLock held(folder / "out"); }
  CHECK_FALSE(fs::exists(folder / "out"));
  fs::create_directory(folder / "mine");
  { const FolderLock held(folder / "mine"); }
  CHECK(fs::is_empty(folder / "mine"));
  {
    FolderLock held(folder / "out");
    held.keep();
    folder.write("out/summary.json", "{}");
  }
  CHECK(fs::exists(folder / "out/.fedltr"));
}

TEST_CASE(
    "a refused run in a point of a study does not part it from the study") {
  const TemporaryFolder folder;
  const std::string grid = (folder / "g").string();
  const std::string text =
      std::string(kTiny) + "[grid]\nlearner.rate = 0.1, 0.2\n";
  REQUIRE(run_text(folder, text, "g", {}).code == 0);
  CHECK(run_text(folder, kTiny, "g/learner.rate=0.1", {}).code == 2);
  CHECK(
      run_text(folder, kTiny, "g/learner.rate=0.2", {"data.train=gone"}).code !=
      0);
  CHECK(run_text(folder, kTiny, "g/learner.rate=0.2",
                 {"run.speedup=1,2", "data.train=gone"})
            .code != 0);
  for (const char* point : {"0.1", "0.2"})
    CHECK_FALSE(fs::exists(folder / ("g/learner.rate=" + std::string(point)) /
                           ".fedltr"));
  CHECK(fedltr_command({"run", folder.write("s.ini", text), "--out", grid,
                        "--force", "--quiet"})
            .code == 0);
}

TEST_CASE("a folder with files of others is no run folder, whatever they are") {
  for (const char* name : {"notes.txt", "manifest.json", "clients.csv",
                           "checkpoint/foo.bin", "a/manifest.json"}) {
    const TemporaryFolder folder;
    folder.write(std::string("web/") + name, "{\"name\": \"a web page\"}");
    CHECK_THROWS_WITH_AS(FolderLock(folder / "web"),
                         doctest::Contains("is no run folder and holds files"),
                         UsageError);
    CHECK_FALSE(fs::exists(folder / "web/.fedltr"));
  }
}

TEST_CASE("a folder of an earlier version is known by its manifests") {
  for (const char* name :
       {"manifest.json", "checkpoint/manifest.json", "seed=1/manifest.json"}) {
    const TemporaryFolder folder;
    folder.write(std::string("out/") + name, kManifest);
    const FolderLock held(folder / "out");
  }
}

TEST_CASE("a folder of other studies' run folders is none itself") {
  const TemporaryFolder folder;
  folder.write("exp/lr=0.1/.fedltr", "x");
  folder.write("exp/lr=0.1/manifest.json", kManifest);
  CHECK_THROWS_WITH_AS(FolderLock(folder / "exp"),
                       doctest::Contains("is no run folder and holds files"),
                       UsageError);
  // A folder with shards of its own is a run folder.
  folder.write("merged/shard-1-of-2/.fedltr", "x");
  const FolderLock held(folder / "merged");
}

TEST_CASE("a study's files are listed by its mark, as long as it exists") {
  const TemporaryFolder folder;
  const std::vector<fs::path> made = {folder / "out", folder / "out/a=1",
                                      folder / "out/honest/a=1"};
  {
    FolderLock held(folder / "out");
    CHECK(held.made().empty());
    held.add_made(made);
    held.keep();
    CHECK(held.made() == MadeFolders{"a=1", "honest/a=1"});
    folder.write("out/a=1/summary.json", "{}");
  }
  folder.write("out/b=2/summary.json", "another's");
  {
    FolderLock refused(folder / "out");
    refused.add_made(std::vector<fs::path>{folder / "out/b=2"});
  }
  FolderLock held(folder / "out");
  CHECK(held.made() == MadeFolders{"a=1"});
  held.set_made({});
  CHECK(read_text(folder / "out/.fedltr") == mark_text({}));
}

TEST_CASE("a part of a study that is at work is not another study's") {
  const TemporaryFolder folder;
  folder.write("exp/.fedltr", mark_text({"honest/lr=0.1"}));
  folder.write("exp/honest/lr=0.1/manifest.json", kManifest);
  // Another process holds the study.
  const int child = fork();
  if (child == 0) {
    const FolderLock held(folder / "exp");
    folder.write("ready", "");
    pause();
  }
  while (!fs::exists(folder / "ready")) usleep(1000);
  CHECK_THROWS_WITH_AS(FolderLock(folder / "exp/honest/lr=0.1"),
                       doctest::Contains("is part of the running study in"),
                       UsageError);
  const FolderLock other(folder / "exp/honest/lr=0.2");
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  { const FolderLock free(folder / "exp/honest/lr=0.1"); }
  // This process holds the study, as in a speed-up.
  const FolderLock held(folder / "exp");
  const FolderLock part(folder / "exp/honest/lr=0.1");
}

TEST_CASE("a pipe in the place of a mark above is not waited for") {
  const TemporaryFolder folder;
  REQUIRE(mkfifo((folder / ".fedltr").c_str(), 0600) == 0);
  const FolderLock held(folder / "out");
}

TEST_CASE("foreign files stay, with or without --force") {
  const TemporaryFolder folder;
  const std::string foreign = "{\"name\": \"a web page\"}";
  folder.write("web/manifest.json", foreign);
  folder.write("web/checkpoint/foo.bin", "weights");
  for (const char* option : {"--quiet", "--force", "--resume"}) {
    const Outcome refused =
        fedltr_command({"run", folder.write("s.ini", kTiny), "--out",
                        (folder / "web").string(), option});
    CHECK(refused.code == 2);
    has(refused.err, "is no run folder");
  }
  CHECK(read_text(folder / "web/manifest.json") == foreign);
  CHECK(read_text(folder / "web/checkpoint/foo.bin") == "weights");
  // Beside results, foreign files do no harm.
  REQUIRE(run_text(folder, kTiny, "out", {}).code == 0);
  folder.write("out/notes.txt", "mine");
  folder.write("out/checkpoint/foo.bin", "weights");
  REQUIRE(fedltr_command({"run", folder.write("s.ini", kTiny), "--force",
                          "--quiet", "--out", (folder / "out").string()})
              .code == 0);
  CHECK(read_text(folder / "out/notes.txt") == "mine");
  CHECK(read_text(folder / "out/checkpoint/foo.bin") == "weights");
}

TEST_CASE("a mark of gigabytes is refused by name and not read") {
  const TemporaryFolder folder;
  REQUIRE(run_text(folder, kTiny, "out", {}).code == 0);
  fs::resize_file(folder / "out/.fedltr", std::uintmax_t{1} << 36);
  const Outcome refused =
      fedltr_command({"run", folder.write("s.ini", kTiny), "--resume",
                      "--quiet", "--out", (folder / "out").string()});
  CHECK(refused.code == 2);
  has(refused.err, "out/.fedltr: is not fedltr's");
}

TEST_CASE("a run in a folder where another runs is refused with 2") {
  const TemporaryFolder folder;
  for (const char* more : {"run.seed=2", "run.speedup=1, 2"}) {
    const FolderLock held(folder / "out");
    const Outcome refused = run_text(folder, kTiny, "out", {more});
    CHECK(refused.code == 2);
    has(refused.err, "another fedltr is writing to it");
    CHECK_FALSE(fs::exists(folder / "out/summary.json"));
  }
}

}  // namespace fedltr::folder_lock_test
