#include "scenarios/study/stale_folders.hpp"

#include <doctest/doctest.h>

#include "tests/support/scenario.hpp"

namespace fedltr::stale_folders_test {
using namespace fedltr::test;
namespace fs = std::filesystem;

TEST_CASE("baselines of an earlier run go, used ones and users' files stay") {
  const TemporaryFolder folder;
  for (const char* name :
       {"honest/summary.json", "honest/seed=1/summary.json",
        "honest/seed=2/summary.json", "honest/seed=3/summary.json",
        "honest/seed=3/notes.txt", "honest/mine/summary.json",
        "retrained/summary.json", "summary.json"})
    folder.write(name, "{}");
  const std::vector<fs::path> used = {folder.text(), folder / "honest/seed=1"};
  remove_stale_folders(used, folder.text());
  CHECK(fs::exists(folder / "summary.json"));
  CHECK(fs::exists(folder / "honest/seed=1/summary.json"));
  CHECK_FALSE(fs::exists(folder / "honest/summary.json"));
  CHECK_FALSE(fs::exists(folder / "honest/seed=2"));
  CHECK_FALSE(fs::exists(folder / "honest/seed=3/summary.json"));
  CHECK(fs::exists(folder / "honest/seed=3/notes.txt"));
  CHECK(fs::exists(folder / "honest/mine/summary.json"));
  CHECK_FALSE(fs::exists(folder / "retrained"));
}

TEST_CASE("points of an earlier grid go with their checkpoints") {
  const TemporaryFolder folder;
  for (const char* name :
       {"a=1/summary.json", "a=1/methods/local/summary.json",
        "a=2/summary.json", "a=2/checkpoint/f1-r1.bin",
        "a=2/checkpoint/manifest.json", "point-12/rounds.csv",
        "threads=4/a=1/rounds.csv", "point-x/rounds.csv", "b/summary.json"})
    folder.write(name, "{}");
  const std::vector<fs::path> used = {folder / "a=1"};
  remove_stale_folders(used, folder.text());
  CHECK(fs::exists(folder / "a=1/summary.json"));
  CHECK(fs::exists(folder / "a=1/methods/local/summary.json"));
  for (const char* gone : {"a=2", "point-12", "threads=4"})
    CHECK_FALSE(fs::exists(folder / gone));
  CHECK(fs::exists(folder / "point-x/rounds.csv"));
  CHECK(fs::exists(folder / "b/summary.json"));
}

TEST_CASE("what is below a run folder in use is its own") {
  const TemporaryFolder folder;
  folder.write("threads=1/honest/summary.json", "{}");
  folder.write("honest/a=1/summary.json", "{}");
  const std::vector<fs::path> used = {folder / "threads=1", folder / "honest"};
  remove_stale_folders(used, folder.text());
  CHECK(fs::exists(folder / "threads=1/honest/summary.json"));
  CHECK_FALSE(fs::exists(folder / "honest/a=1"));
}

}  // namespace fedltr::stale_folders_test
