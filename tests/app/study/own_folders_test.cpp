#include "app/study/own_folders.hpp"

#include <doctest/doctest.h>

#include "app/base/errors.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::own_folders_test {
using namespace fedltr::test;
namespace fs = std::filesystem;

namespace {

/// A run folder with these folders listed in its mark.
struct Study {
  TemporaryFolder folder;

  explicit Study(const MadeFolders& made) {
    folder.write("run/.fedltr", mark_text(made));
  }
  fs::path operator/(const std::string& name) const {
    return folder / ("run/" + name);
  }
  void write(const std::string& name, const std::string& text = "{}") const {
    folder.write("run/" + name, text);
  }
  void remove_stale(const std::vector<fs::path>& used) const {
    FolderLock held(folder / "run");
    held.keep();
    remove_stale_folders(used, held);
  }
  MadeFolders listed() const { return FolderLock(folder / "run").made(); }
};

void refused(const Study& study, const std::string& name,
             const std::string& why) {
  const FolderLock held(study.folder / "run");
  const std::vector<fs::path> folders = {study / name};
  CHECK_THROWS_WITH_AS(require_own(folders, held),
                       doctest::Contains(why.c_str()), UsageError);
}

}  // namespace

TEST_CASE("baselines that a study made go, used ones and users' files stay") {
  const Study study({"honest", "honest/seed=1", "honest/seed=2",
                     "honest/seed=3", "retrained"});
  for (const char* name :
       {"honest/summary.json", "honest/seed=1/summary.json",
        "honest/seed=2/summary.json", "honest/seed=3/summary.json",
        "honest/seed=3/notes.txt", "honest/seed=4/summary.json",
        "retrained/summary.json", "summary.json"})
    study.write(name);
  study.remove_stale({study.folder / "run", study / "honest/seed=1"});
  CHECK(fs::exists(study / "summary.json"));
  CHECK(fs::exists(study / "honest/seed=1/summary.json"));
  CHECK_FALSE(fs::exists(study / "honest/summary.json"));
  CHECK_FALSE(fs::exists(study / "honest/seed=2"));
  CHECK_FALSE(fs::exists(study / "honest/seed=3/summary.json"));
  CHECK(fs::exists(study / "honest/seed=3/notes.txt"));
  CHECK(fs::exists(study / "honest/seed=4/summary.json"));  // not listed
  CHECK_FALSE(fs::exists(study / "retrained"));
  CHECK(study.listed() == MadeFolders{"honest/seed=1"});
}

TEST_CASE("points of an earlier grid go with all that is theirs") {
  const Study study({"a=1", "a=2", "point-12"});
  for (const char* name :
       {"a=1/summary.json", "a=1/methods/local/summary.json",
        "a=2/summary.json", "a=2/checkpoint/f1-r1.bin",
        "a=2/checkpoint/manifest.json", "a=2/.fedltr-new/summary.json",
        "point-12/rounds.csv", "point-13/rounds.csv", "b/summary.json"})
    study.write(name);
  study.remove_stale({study / "a=1"});
  CHECK(fs::exists(study / "a=1/summary.json"));
  CHECK(fs::exists(study / "a=1/methods/local/summary.json"));
  for (const char* gone : {"a=2", "point-12"})
    CHECK_FALSE(fs::exists(study / gone));
  CHECK(fs::exists(study / "point-13/rounds.csv"));
  CHECK(fs::exists(study / "b/summary.json"));
}

TEST_CASE("another study's folder stays, and so does what a link leads to") {
  const Study study({"a=1", "a=2", "a=3"});
  study.write("a=1/summary.json");
  study.write("a=1/.fedltr", mark_text({}));
  study.folder.write("precious/summary.json", "{}");
  study.folder.write("precious/checkpoint/manifest.json", "{}");
  fs::create_directory_symlink(study.folder / "precious", study / "a=2");
  study.write("a=3/summary.json");
  fs::create_directory_symlink(study.folder / "precious/checkpoint",
                               study / "a=3/checkpoint");
  study.remove_stale({});
  CHECK(fs::exists(study / "a=1/summary.json"));
  CHECK(fs::is_symlink(study / "a=2"));
  CHECK(fs::exists(study.folder / "precious/summary.json"));
  CHECK(fs::exists(study.folder / "precious/checkpoint/manifest.json"));
  CHECK_FALSE(fs::exists(study / "a=3/summary.json"));
}

TEST_CASE("a number of threads goes with what it made, but not while it runs") {
  const Study study({"threads=1", "threads=2"});
  for (const char* threads : {"threads=1/", "threads=2/"}) {
    study.write(std::string(threads) + ".fedltr", mark_text({"honest"}));
    study.write(std::string(threads) + "summary.json");
    study.write(std::string(threads) + "honest/summary.json");
  }
  const FolderLock at_work(study / "threads=2");
  study.remove_stale({});
  CHECK_FALSE(fs::exists(study / "threads=1"));
  CHECK(fs::exists(study / "threads=2/summary.json"));
  CHECK(fs::exists(study / "threads=2/honest/summary.json"));
}

TEST_CASE("a study writes apart from others' results") {
  const Study study({"a=1"});
  study.write("a=1/summary.json");
  study.write("a=2/notes.txt", "no results");
  study.write("a=3/manifest.json", R"({"fedltr": "0.1.0", "scenario": {}})");
  const FolderLock held(study.folder / "run");
  const std::vector<fs::path> folders = {study.folder / "run", study / "a=1",
                                         study / "a=2", study / "a=3",
                                         study / "a=4"};
  require_own(folders, held);
}

TEST_CASE("links, marks and results of others in its way are refused") {
  const Study study({"a=2", "threads=1"});
  study.folder.write("precious/notes.txt", "x");
  fs::create_directory_symlink(study.folder / "precious", study / "a=1");
  refused(study, "a=1", "a=1: is a link");
  refused(study, "a=1/b=1", "a=1: is a link");
  study.write("a=2/.fedltr", mark_text({}));
  refused(study, "a=2", "a=2: is the run folder of another study");
  study.write("threads=2/.fedltr", mark_text({}));
  refused(study, "threads=2", "is the run folder of another study");
  study.write("a=3/summary.json", "somebody's");
  refused(study, "a=3", "holds files that are not this study's");
  fs::create_directories(study / "a=4");
  fs::create_directory_symlink(study.folder / "precious",
                               study / "a=4/history");
  refused(study, "a=4", "history: is a link");
}

}  // namespace fedltr::own_folders_test
