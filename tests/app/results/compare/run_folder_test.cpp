#include "app/results/compare/run_folder.hpp"

#include <doctest/doctest.h>

#include "algorithms/data/letor.hpp"
#include "app/base/errors.hpp"
#include "tests/support/run_folders.hpp"

namespace fedltr::run_folder_test {
using namespace fedltr::test;

namespace {

std::string fault_of(const std::string& folder) {
  try {
    read_run_folder(folder);
  } catch (const DataError& error) {
    return error.what();
  }
  return "";
}

RunFolder with(const std::string& path,
               std::map<std::string, std::string> scenario) {
  RunFolder run;
  run.folder = path;
  run.scenario = std::move(scenario);
  return run;
}

std::vector<std::string> labels_of(std::vector<RunFolder> runs,
                                   const std::string& by = "") {
  label_runs(runs, by);
  std::vector<std::string> labels;
  for (const RunFolder& run : runs) labels.push_back(run.label);
  return labels;
}

using Labels = std::vector<std::string>;

}  // namespace

TEST_CASE("a run's files are read, without metrics that have no value") {
  const TemporaryFolder folder;
  const RunFolder run = read_run_folder(
      write_run(folder, "a", "q1\tm\t0.25\t1\t1\nq2\tm\t0.75\t1\t1\n",
                R"({"clicks.model": "perfect"})"));
  CHECK(run.complete);
  CHECK(run.metrics == Labels{"m"});
  CHECK(run.spreads.at("m").mean == 0.5);
  CHECK(run.spreads.at("m").n == 1);
  CHECK(run.data == "ab cd ");
  CHECK(run.scenario.at("clicks.model") == "perfect");
  CHECK(run.rounds.at({1, 1}) == 7);
  CHECK(run.by_run.at("m").at({1, 1}) == 0.5);
  CHECK_FALSE(run.by_run.contains("gone"));
  CHECK(run.by_query.at("m").at("1/q2").at({1, 1}) == 0.75);
}

TEST_CASE("of training sets a query is one in all folds, of test sets not") {
  const TemporaryFolder folder;
  const std::string values = "q\tm\t0.5\t1\t1\nq\tm\t0.75\t2\t1\n";
  const RunFolder test = read_run_folder(
      write_run(folder, "a", values, R"({"evaluation.on": "test"})"));
  CHECK(test.by_query.at("m").size() == 2);
  const RunFolder train = read_run_folder(
      write_run(folder, "b", values, R"({"evaluation.on": "train"})"));
  REQUIRE(train.by_query.at("m").size() == 1);
  CHECK(train.by_query.at("m").at("q").at({2, 1}) == 0.75);
}

TEST_CASE("a broken file is named with its line") {
  const TemporaryFolder folder;
  const std::string a = write_run(folder, "a", "q1\tm\t0.25\t1\n");
  CHECK(fault_of(a).ends_with("a/per_query.tsv:2: has 4 fields, expected 5"));
  const std::string b =
      write_run(folder, "b", "q1\tm\t0.25\t1\t1\nq2\tm\tx\t1\t1\n");
  CHECK(fault_of(b).find("b/per_query.tsv:3: expected") != std::string::npos);
  folder.write("b/manifest.json", "{}");
  CHECK(fault_of(b).find("b: is not the folder of a run: ") !=
        std::string::npos);
  folder.write("b/summary.json", "[");
  CHECK(fault_of(b).find("summary.json: is not the file of a run: ") !=
        std::string::npos);
  CHECK(fault_of((folder / "none").string())
            .find("can't be read; expected the folder of a run or of a grid") !=
        std::string::npos);
}

TEST_CASE("A per_query.tsv that was cut off at a line's end is refused") {
  const TemporaryFolder folder;
  const std::string first = "q1\tm\t0.25\t1\t1\nq2\tm\t0.75\t1\t1\n";
  const std::string second = "q1\tm\t0.5\t1\t2\nq2\tm\t1\t1\t2\n";
  const std::string run = write_run(folder, "a", first);
  folder.write("a/summary.json",
               R"({"complete": true,
                   "metrics": {"m": {"mean": 0.625, "std": null, "n": 2}},
                   "runs": [
                    {"fold": 1, "repeat": 1, "rounds": 7, "final": {"m": 0.5}},
                    {"fold": 1, "repeat": 2, "rounds": 7, "final": {"m": 0.75}}
                   ]})");
  const auto read = [&](const std::string& rows) {
    folder.write("a/per_query.tsv",
                 "qid\tmetric\tvalue\tfold\trepeat\n" + rows);
    return read_run_folder(run);
  };
  CHECK(read(first + second).by_query.at("m").size() == 2);
  for (const std::string& cut :
       {first, first + second.substr(0, second.find('\n') + 1)})
    CHECK_THROWS_WITH_AS(
        read(cut),
        (run + "/per_query.tsv: m of fold 1, repeat 2 is not summary.json's "
               "mean: expected the files of one run, whole")
            .c_str(),
        DataError);
}

TEST_CASE("a grid's folder stands for its points, in order, quoted or not") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "g");
  folder.write("g/grid.csv", "folder,mean\n\"a=1,b=2\",0.5\nc=3,0.25\n");
  const std::string file = folder.write("g/notes.txt", "");
  const auto found = find_run_folders({folder / "g", file, folder / "x"});
  REQUIRE(found.size() == 3);
  CHECK(found[0] == folder / "g" / "a=1,b=2");
  CHECK(found[1] == folder / "g" / "c=3");
  CHECK(found[2] == folder / "x");
}

TEST_CASE("a point of a silo's grid is one, however many methods it has") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "g");
  folder.write("g/grid.csv",
               "folder,method,m\n\"a=1\",local,0.5\n\"a=1\",global,0.5\n"
               "\"a=2\",local,0.25\n\"a=2\",global,0.25\n");
  const auto found = find_run_folders({folder / "g"});
  REQUIRE(found.size() == 2);
  CHECK(found[0] == folder / "g" / "a=1");
  CHECK(found[1] == folder / "g" / "a=2");
}

TEST_CASE("runs are labelled by the settings in which they differ") {
  CHECK(labels_of(
            {with("r/a", {{"clicks.model", "perfect"}, {"run.seed", "1"}}),
             with("r/b", {{"clicks.model", "poison"}, {"run.seed", "2"}})}) ==
        Labels{"model=perfect", "model=poison"});
  // A key that only one run has is a difference.
  CHECK(labels_of({with("r/a", {{"attack.kind", "lie"}}), with("r/b", {})}) ==
        Labels{"a", "b"});
  CHECK(labels_of({with("r/a", {{"x.k", "1"}, {"x.l", "1"}}),
                   with("r/b", {{"x.k", "2"}, {"x.l", "1"}}),
                   with("r/c", {{"x.k", "2"}, {"x.l", "2"}})}) ==
        Labels{"k=1, l=1", "k=2, l=1", "k=2, l=2"});
}

TEST_CASE("runs alike are labelled by as much of their paths as is needed") {
  CHECK(labels_of({with("r/a", {}), with("r/b", {})}) == Labels{"a", "b"});
  CHECK(labels_of({with("r/a/x", {}), with("r/b/x/", {})}) ==
        Labels{"a/x", "b/x"});
  const std::string longer(50, 'y');
  CHECK(labels_of({with("r/a", {{"k.k", longer + "1"}}),
                   with("r/b", {{"k.k", longer + "2"}})}) == Labels{"a", "b"});
}

TEST_CASE("the key of tables is in no label") {
  CHECK(labels_of({with("r/a", {{"a.b", "1"}, {"c.d", "1"}}),
                   with("r/b", {{"a.b", "2"}, {"c.d", "2"}})},
                  "a.b") == Labels{"d=1", "d=2"});
  // The same label in two tables, but never twice in one.
  CHECK(labels_of({with("r/a", {{"a.b", "1"}, {"c.d", "1"}}),
                   with("r/b", {{"a.b", "1"}, {"c.d", "2"}}),
                   with("r/c", {{"a.b", "2"}, {"c.d", "1"}})},
                  "a.b") == Labels{"d=1", "d=2", "d=1"});
  CHECK(labels_of({with("r/a", {{"a.b", "1"}, {"run.seed", "1"}}),
                   with("r/b", {{"a.b", "1"}, {"run.seed", "2"}})},
                  "a.b") == Labels{"a", "b"});
}

TEST_CASE("a run is meant by its label, a setting or the end of its path") {
  RunFolder run = with("runs/g/model=perfect", {{"clicks.model", "perfect"}});
  run.label = "perfect users";
  CHECK(is_meant(run, "perfect users"));
  CHECK(is_meant(run, "clicks.model=perfect"));
  CHECK(is_meant(run, "model=perfect"));
  CHECK(is_meant(run, "g/model=perfect"));
  CHECK_FALSE(is_meant(run, "perfect"));
  CHECK_FALSE(is_meant(run, "clicks.model=poison"));
  CHECK_FALSE(is_meant(run, "del=perfect"));
}

}  // namespace fedltr::run_folder_test
