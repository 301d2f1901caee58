#include "app/study/made_folders.hpp"

#include <doctest/doctest.h>

#include "tests/support/cli.hpp"

namespace fedltr::made_folders_test {
using namespace fedltr::test;
namespace fs = std::filesystem;

namespace {

constexpr const char* kManifest = R"({"fedltr": "0.1.0", "scenario": {}})";

MadeFolders without_list(const TemporaryFolder& folder) {
  return made_without_list(*HeldFolder::open(folder.text()));
}

}  // namespace

TEST_CASE("a mark lists folders, and reads back") {
  const MadeFolders made = {"a.b=1", "honest", "honest/a.b=1", "point-12"};
  const std::string text = mark_text(made);
  CHECK(text.starts_with("A run folder of fedltr"));
  CHECK(made_by_mark(text) == made);
  CHECK(made_by_mark(mark_text({})) == MadeFolders());
  // The mark of the version before has no list.
  CHECK_FALSE(made_by_mark("A run folder of fedltr: and so on.\n"));
  CHECK_FALSE(made_by_mark(""));
}

TEST_CASE("a mark that was cut off lists less, never another folder") {
  const MadeFolders made = {"a.b=1", "a.b=12"};
  const std::string text = mark_text(made);
  for (std::size_t size = 0; size <= text.size(); ++size)
    if (const auto read = made_by_mark(text.substr(0, size)))
      for (const std::string& each : *read) CHECK(made.contains(each));
}

TEST_CASE("a mark lists nothing outside its folder") {
  const std::string text =
      mark_text({}) + "../x=1\n/x=1\na=1/../../x=1\n.\n\na=1\n";
  CHECK(made_by_mark(text) == MadeFolders{"a=1"});
}

TEST_CASE("without a mark, fedltr 0.1's listed files are a study's") {
  const TemporaryFolder folder;
  folder.write("grid.csv",
               "folder,a.b,ndcg@10\n\"a.b=1\",1,0.5\n\"a.b=2\",2,0.5\n"
               "\"a.b=3\",3,0.5\n\"a.b=4\",4,0.5\n\"../x=1\",5,0.5\n");
  for (const char* name :
       {"a.b=1/manifest.json", "a.b=2/checkpoint/manifest.json",
        "a.b=3/manifest.json", "a.b=5/manifest.json",
        "honest/a.b=1/manifest.json", "honest/a.b=2/manifest.json",
        "retrained/manifest.json"})
    folder.write(name, kManifest);
  folder.write("a.b=3/.fedltr", "another study's");
  folder.write("honest/a.b=2/.fedltr", "another study's");
  folder.write("a.b=4/manifest.json", "{\"name\": \"a web page\"}");
  CHECK(without_list(folder) ==
        MadeFolders{"a.b=1", "a.b=2", "honest/a.b=1", "retrained"});
}

TEST_CASE("numbers of threads are those of a folder without results") {
  const TemporaryFolder folder;
  for (const char* name : {"threads=1/.fedltr", "threads=x/.fedltr"})
    folder.write(name, "x");
  CHECK(without_list(folder).empty());  // without a list, it may be anything
  folder.write(".fedltr", "x");
  CHECK(without_list(folder) == MadeFolders{"threads=1"});
  folder.write("manifest.json", kManifest);
  CHECK(without_list(folder).empty());
  CHECK_FALSE(is_threads_folder("threads="));
}

TEST_CASE("folders behind a link are no study's") {
  const TemporaryFolder folder;
  folder.write("others/manifest.json", kManifest);
  folder.write("run/manifest.json", kManifest);
  fs::create_directory_symlink(folder / "others", folder / "run/honest");
  CHECK(made_without_list(*HeldFolder::open(folder / "run")).empty());
}

}  // namespace fedltr::made_folders_test
