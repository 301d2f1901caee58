#include "app/results/staged_results.hpp"

#include "app/results/output_file.hpp"
#include "app/results/registry.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/small_disk.hpp"

namespace fedltr::staged_results_test {
using namespace fedltr::test;
namespace fs = std::filesystem;

TEST_CASE("staged files appear together, in place of older results") {
  const TemporaryFolder folder;
  folder.write("rounds.csv", "old");
  folder.write("faults.csv", "old");
  folder.write("methods/local/summary.json", "old");
  StagedResults staged(folder.text());
  staged.add("rounds.csv", "new");
  staged.add("methods/global/summary.json", "new");
  CHECK(read_text(folder / "rounds.csv") == "old");
  CHECK(fs::exists(folder / "faults.csv"));
  staged.commit();
  CHECK(read_text(folder / "rounds.csv") == "new");
  CHECK(read_text(folder / "methods/global/summary.json") == "new");
  CHECK(!fs::exists(folder / "faults.csv"));
  CHECK(!fs::exists(folder / "methods/local"));
}

TEST_CASE("without a commit what was there stays, and nothing else") {
  const TemporaryFolder folder;
  folder.write("rounds.csv", "old");
  {
    StagedResults staged(folder.text());
    staged.add("rounds.csv", "new");
    staged.add("summary.json", "new");
  }
  CHECK(read_text(folder / "rounds.csv") == "old");
  CHECK(std::distance(fs::directory_iterator(folder.text()),
                      fs::directory_iterator()) == 1);
}

TEST_CASE(
    "a foreign file in the way of staging is kept, like earlier results") {
  for (const char* name : {".fedltr-new", ".fedltr-done", ".fedltr-placing"}) {
    CAPTURE(name);
    const TemporaryFolder folder;
    const TemporaryFolder other;
    folder.write("rounds.csv", "old");
    other.write("rounds.csv", "mine");
    fs::create_directory_symlink(other.text(), folder / name);
    const auto replaced = [&] {
      StagedResults staged(folder.text());
      staged.add("rounds.csv", "new");
      staged.commit();
    };
    CHECK_THROWS_AS(replaced(), std::runtime_error);
    CHECK(read_text(folder / "rounds.csv") == "old");
    CHECK(read_text(other / "rounds.csv") == "mine");
  }
  const TemporaryFolder folder;
  folder.write("rounds.csv", "old");
  folder.write(".fedltr-placing/notes.txt", "mine");
  StagedResults staged(folder.text());
  staged.add("rounds.csv", "new");
  CHECK_THROWS_WITH_AS(
      staged.commit(),
      doctest::Contains(".fedltr-placing: is not fedltr's and blocks"),
      std::runtime_error);
  CHECK(read_text(folder / "rounds.csv") == "old");
}

TEST_CASE("the first wanted file of a list is written last") {
  const auto file = [](const std::string& name, int wanted_from) {
    return single_file<int>(
        {name, "", "", {}}, [](const int& x) { return std::to_string(x); },
        [=](const int& x) { return x >= wanted_from; });
  };
  const std::vector<OutputFile<int>> files = {file("a", 0), file("b", 9),
                                              file("c", 0)};
  std::string written;
  write_files(files, 5, [&](const std::string& name, std::string_view text) {
    written += name + "=" + std::string(text) + " ";
  });
  CHECK(written == "c=5 a=5 ");
}

TEST_CASE("on a full disk older results stay, and nothing is left beside") {
  const TemporaryFolder folder;
  folder.write("rounds.csv", "old");
  folder.write("summary.json", "old");
  {
    StagedResults staged(folder.text());
    staged.add("rounds.csv", "new");
    const SmallDisk disk(1000);
    CHECK_THROWS_WITH_AS(
        staged.add("summary.json", std::string(5000, 'x')),
        doctest::Contains("summary.json: can't be written: File too"),
        std::runtime_error);
  }
  CHECK(read_text(folder / "rounds.csv") == "old");
  CHECK(read_text(folder / "summary.json") == "old");
  CHECK(std::distance(fs::directory_iterator(folder.text()),
                      fs::directory_iterator()) == 2);
}

TEST_CASE("files staged by a killed process go with the next start") {
  const TemporaryFolder folder;
  folder.write("rounds.csv", "old");
  folder.write(".fedltr-new/summary.json", "half");
  folder.write(".fedltr-new/.fedltr-17", "half");
  folder.write("summary.json.partial", "somebody's");
  recover_results(folder.text());
  CHECK(read_text(folder / "rounds.csv") == "old");
  CHECK(read_text(folder / "summary.json.partial") == "somebody's");
  CHECK(std::distance(fs::directory_iterator(folder.text()),
                      fs::directory_iterator()) == 2);
}

TEST_CASE("results that were accepted come in place after a kill at any step") {
  const std::vector<std::string> all = {"methods/a/summary.json", "rounds.csv",
                                        "summary.json"};
  // Old results are removed first; then `placed` of the new ones are in place.
  for (const bool old_are_gone : {false, true})
    for (std::size_t placed = 0; placed <= (old_are_gone ? all.size() : 0);
         ++placed) {
      const TemporaryFolder folder;
      folder.write("notes.txt", "somebody's");
      if (!old_are_gone) {
        folder.write("rounds.csv", "old");
        folder.write("faults.csv", "old");
      }
      const std::string stage =
          old_are_gone ? ".fedltr-placing/" : ".fedltr-done/";
      for (std::size_t i = 0; i < all.size(); ++i)
        folder.write((i < placed ? "" : stage) + all[i], "new");
      recover_results(folder.text());
      for (const std::string& name : all)
        CHECK(read_text(folder / name) == "new");
      CHECK(read_text(folder / "notes.txt") == "somebody's");
      CHECK_FALSE(fs::exists(folder / "faults.csv"));
      CHECK(std::distance(fs::directory_iterator(folder.text()),
                          fs::directory_iterator()) == 4);
    }
}

TEST_CASE("obstacles are found before anything is replaced") {
  const TemporaryFolder folder;
  folder.write("rounds.csv", "old");
  folder.write("summary.json/notes.txt", "somebody's");
  {
    StagedResults staged(folder.text());
    staged.add("rounds.csv", "new");
    staged.add("summary.json", "new");
    CHECK_THROWS_WITH_AS(staged.commit(),
                         doctest::Contains("summary.json: is a folder"),
                         std::runtime_error);
  }
  CHECK(read_text(folder / "rounds.csv") == "old");
  CHECK(read_text(folder / "summary.json/notes.txt") == "somebody's");
  CHECK(std::distance(fs::directory_iterator(folder.text()),
                      fs::directory_iterator()) == 2);
}

TEST_CASE("no result goes through a link, and none is removed behind one") {
  const TemporaryFolder folder;
  folder.write("others/local/summary.json", "somebody's");
  folder.write("run/rounds.csv", "old");
  fs::create_directory_symlink(folder / "others", folder / "run/methods");
  StagedResults staged(folder / "run");
  staged.add("methods/local/summary.json", "new");
  CHECK_THROWS_AS(staged.commit(), std::runtime_error);
  remove_results(folder / "run");
  CHECK(read_text(folder / "others/local/summary.json") == "somebody's");
  CHECK_FALSE(fs::exists(folder / "run/rounds.csv"));
}

TEST_CASE("a stage can be used again, and makes the folders it needs") {
  const TemporaryFolder folder;
  StagedResults staged(folder / "made/when/needed");
  const AddFile add = staged.adder();
  add("summary.json", "one");
  staged.commit();
  CHECK(read_text(folder / "made/when/needed/summary.json") == "one");
  add("rounds.csv", "two");
  staged.commit();
  CHECK(read_text(folder / "made/when/needed/rounds.csv") == "two");
  CHECK(!fs::exists(folder / "made/when/needed/summary.json"));
}

TEST_CASE("fields of a description are its columns, in their order") {
  const std::vector<Column<int>> columns = {
      {"a", "first", [](const int& row) { return row; }},
      {"b", "second", [](const int& row) { return row; }}};
  const auto fields = fields_of(columns);
  REQUIRE(fields.size() == 2);
  CHECK(fields[0].name == "a");
  CHECK(fields[1].meaning == "second");
}

}  // namespace fedltr::staged_results_test
