#include "app/results/compare/run_reader.hpp"

#include <algorithm>

#include <doctest/doctest.h>
#include <sys/stat.h>

#include "algorithms/data/letor.hpp"
#include "app/base/errors.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/little_runs.hpp"
#include "tests/support/run_folders.hpp"

namespace fedltr::run_reader_test {
using namespace fedltr::test;
namespace fs = std::filesystem;

namespace {

std::string fault_of(const std::string& folder) {
  return error_of<DataError>([&] { read_run_folder(folder); });
}

}  // namespace

TEST_CASE("a run's files are read, without metrics that have no value") {
  const TemporaryFolder folder;
  const RunFolder run = read_run_folder(
      write_run(folder, "a", "q1\tm\t0.25\t1\t1\nq2\tm\t0.75\t1\t1\n",
                R"({"clicks.model": "perfect"})"));
  CHECK(run.complete);
  CHECK(run.metrics == std::vector<std::string>{"m"});
  CHECK(run.spreads.at("m").mean == 0.5);
  CHECK(run.spreads.at("m").n == 1);
  CHECK(run.data == "ab cd ");
  CHECK(run.scenario.at("clicks.model") == "perfect");
  CHECK(run.rounds.at({1, 1}) == 7);
  CHECK(run.by_run.at("m").at({1, 1}) == 0.5);
  CHECK_FALSE(run.by_run.contains("gone"));
  CHECK(run.by_query.at("m").at("1/q2").at({1, 1}) == 0.75);
}

TEST_CASE("a query is one in all training sets, but not in test sets") {
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
  CHECK(fault_of(b).ends_with("b/manifest.json: data: is missing"));
  folder.write("b/summary.json", "[");
  CHECK(fault_of(b).find("b/summary.json: is no JSON: ") != std::string::npos);
  CHECK(fault_of((folder / "none").string())
            .find("can't be read; expected the folder of a run or of a grid") !=
        std::string::npos);
}

TEST_CASE("one cut off at a line's end is refused in a single run too") {
  const TemporaryFolder folder;
  const std::string run =
      write_run(folder, "a", "q1\tm\t0.25\t1\t1\nq2\tm\t0.75\t1\t1\n");
  folder.write("a/summary.json",
               R"({"complete": true,
                   "metrics": {"m": {"mean": 0.5, "std": null, "n": 1}},
                   "runs": [
                    {"fold": 1, "repeat": 1, "rounds": 7, "final": {"m": 0.5}}
                   ]})");
  CHECK(read_run_folder(run).by_query.at("m").size() == 2);
  folder.write("a/per_query.tsv",
               "qid\tmetric\tvalue\tfold\trepeat\nq1\tm\t0.25\t1\t1\n");
  CHECK_THROWS_AS(read_run_folder(run), DataError);
}

TEST_CASE("a per_query.tsv that was cut off at a line's end is refused") {
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
               "mean: expected the complete files of one run")
            .c_str(),
        DataError);
}

TEST_CASE("a per_query.tsv that has names only is refused") {
  const TemporaryFolder folder;
  const std::string run =
      write_run(folder, "a", "", R"({"evaluation.metrics": "other, m"})");
  CHECK(fault_of(run).find("per_query.tsv: has names only, but summary.json "
                           "has values") != std::string::npos);
}

TEST_CASE("a grid's folder stands for its points, in order, quoted or not") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "g");
  folder.write("g/grid.csv", "folder,mean\n\"a=1,b=2\",0.5\nc=3,0.25\n");
  const std::string file = folder.write("g/notes.txt", "");
  const auto found = find_run_folders(
      {(folder / "g").string(), file, (folder / "x").string()});
  REQUIRE(found.size() == 3);
  CHECK(found[0].folder == folder / "g" / "a=1,b=2");
  CHECK(found[1].folder == folder / "g" / "c=3");
  CHECK(found[2].folder == folder / "x");
}

TEST_CASE("a run may have a label, a grid may not") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "g");
  folder.write("g/grid.csv", "folder\nx\n");
  const std::string run = write_run(folder, "a=b", "q1\tm\t0.5\t1\t1\n");
  const auto found = find_run_folders({"ours=" + run});
  REQUIRE(found.size() == 1);
  CHECK(found[0].label == "ours");
  CHECK(found[0].folder == run);
  CHECK(find_run_folders({run})[0].label.empty());
  CHECK(find_run_folders({run})[0].folder == run);
  CHECK_THROWS_AS(find_run_folders({"x=" + (folder / "g").string()}),
                  UsageError);
}

TEST_CASE("a missing folder with = in its name is none with a label") {
  const TemporaryFolder folder;
  const std::string point = (folder / "g/learner.rate=0.1").string();
  CHECK(find_run_folders({point})[0].folder == point);
  CHECK(find_run_folders({"ours=" + point})[0].label == "ours");
}

TEST_CASE("a run that is named twice is refused, however it is named") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "g");
  folder.write("g/grid.csv", "folder\na=1\n");
  const std::string run = write_run(folder, "g/a=1", "q1\tm\t0.5\t1\t1\n");
  fs::create_directory_symlink(run, folder / "link");
  for (const std::string& again :
       {run, run + "/", "ours=" + run, (folder / "g").string(),
        (folder / "link").string()})
    CHECK_THROWS_WITH_AS(find_run_folders({run, again}),
                         doctest::Contains("is named twice"), UsageError);
}

TEST_CASE("folders without results are left out beside others") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "honest");
  const std::string run = write_run(folder, "a", "q1\tm\t0.5\t1\t1\n");
  const std::string none = (folder / "honest").string();
  CHECK(find_run_folders({run, none}).size() == 1);
  CHECK(find_run_folders({none}).size() == 1);
}

TEST_CASE("a point of a silo's grid is one, however many methods it has") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "g");
  folder.write("g/grid.csv",
               "folder,method,m\n\"a=1\",local,0.5\n\"a=1\",global,0.5\n"
               "\"a=2\",local,0.25\n\"a=2\",global,0.25\n");
  const auto found = find_run_folders({(folder / "g").string()});
  REQUIRE(found.size() == 2);
  CHECK(found[0].folder == folder / "g" / "a=1");
  CHECK(found[1].folder == folder / "g" / "a=2");
}

TEST_CASE("a query's rows are read one by one, with their cells") {
  const TemporaryFolder folder;
  const std::filesystem::path a =
      write_run(folder, "a", "q1\tm\t0.25\t1\t1\nq2\tm\t0.75\t1\t1\n");
  const RunFolder run = described_run(a, read_run_documents(a));
  CHECK(run.by_query.empty());
  PerQueryReader rows(run);
  REQUIRE(rows.next());
  CHECK(rows.value().query == "1/q1");
  CHECK(rows.value().value == 0.25);
  CHECK(rows.row()[0] == "q1");
  REQUIRE(rows.next());
  CHECK_FALSE(rows.next());
}

TEST_CASE("a member of another type is named with its file") {
  const TemporaryFolder folder;
  const std::string a = write_run(folder, "a", "q1\tm\t0.5\t1\t1\n");
  const std::string good = read_text(folder / "a/summary.json");
  const auto fault_with = [&](const std::string& part,
                              const std::string& new_part) {
    std::string text = good;
    text.replace(text.find(part), part.size(), new_part);
    folder.write("a/summary.json", text);
    return fault_of(a);
  };
  const auto is = [&](const std::string& part, const std::string& new_part,
                      const std::string& fault) {
    CHECK(fault_with(part, new_part) == a + "/summary.json: " + fault);
  };
  CHECK(fault_with("true", "true") == "");
  is("true", "\"yes\"", "complete: expected true or false, got \"yes\"");
  is("\"mean\": 0.5", "\"mean\": []",
     "metrics.m.mean: expected a number, got an array of 0");
  is("\"n\": 1", "\"n\": -1",
     "metrics.m.n: expected an integer 0 to 2147483647, got -1");
  is("\"fold\": 1", "\"fold\": 1.5",
     "runs[0].fold: expected an integer 0 to 2147483647, got 1.5");
  is("\"m\": 0.5", "\"m\": {}",
     "runs[0].final.m: expected a number, got an object of 0");
  is("\"rounds\": 7,", "", "runs[0].rounds: is missing");
  folder.write("a/summary.json", good);
  folder.write("a/manifest.json",
               R"({"data": [{"sha256": "ab"}, 7], "scenario": {}})");
  CHECK(fault_of(a) == a + "/manifest.json: data[1] is 7, expected an object");
  folder.write("a/manifest.json", R"({"data": [], "scenario": {"a.b": 7}})");
  CHECK(fault_of(a) ==
        a + "/manifest.json: scenario.a.b: expected a text, got 7");
}

TEST_CASE("a file of propensities is a setting, no data") {
  const TemporaryFolder folder;
  const std::string run = write_run(folder, "a", "1\tm\t0.5\t1\t1\n");
  for (const char* const name :
       {"first/propensities.csv", "../propensities.csv"}) {
    folder.write("a/manifest.json",
                 std::string(R"({"data": [{"name": "s.csv", "sha256": "ab"},
                                          {"name": ")") +
                     name + R"(", "sha256": "cd"}],
                   "scenario": {"logging.curve": "/at/propensities.csv"}})");
    CHECK(read_run_folder(run).data == "ab ");
  }
  folder.write("a/manifest.json", R"({"data": [{"sha256": "ab"}],
      "scenario": {"logging.curve": ""}})");
  CHECK(read_run_folder(run).data == "ab ");
}

TEST_CASE("each verb refuses files of runs that are invalid, huge or cut") {
  const LittleRuns runs("");
  const std::string good = runs.run("good", {});
  const std::string bad = runs.run("bad", {});
  const auto refused = [&](const fs::path& file) {
    const fs::path out = runs.folder / "out";
    for (const std::vector<std::string>& verb :
         std::vector<std::vector<std::string>>{
             {"compare", good, bad},
             {"report", bad, "--out", out.string()},
             {"export", bad, "--to", "sqlite", "--out", out.string()}}) {
      const Outcome outcome = fedltr_command(verb);
      INFO(verb[0] << ": " << outcome.err);
      CHECK(outcome.code == kBadData);
      CHECK(outcome.err.starts_with("fedltr: " + file.string()));
      CHECK(std::ranges::count(outcome.err, '\n') == 1);
      CHECK_FALSE(fs::exists(out));
    }
  };
  for (const char* name : {"summary.json", "manifest.json", "per_query.tsv"}) {
    const fs::path file = fs::path(bad) / name;
    const std::string text = read_text(file);
    fs::remove(file);
    REQUIRE(mkfifo(file.c_str(), 0600) == 0);
    refused(file);
    fs::remove(file);
    fs::create_directory(file);
    refused(file);
    fs::remove(file);
    std::ofstream(file) << text;
    fs::resize_file(file, 80 << 20);  // sparse
    refused(file);
    std::ofstream(file) << text.substr(0, text.size() - 3);
    refused(file);
    std::ofstream(file) << text;
  }
  CHECK(fedltr_command({"compare", good, bad}).code == 0);
}

TEST_CASE("a value of a run that would control the terminal is shown as ?") {
  const TemporaryFolder folder;
  const std::string values = "q1\tm\t0.25\t1\t1\nq2\tm\t0.75\t1\t1\n";
  const std::string a =
      write_run(folder, "a", values, R"({"learner.rate": "1"})");
  const std::string b =
      write_run(folder, "b", values, R"({"learner.rate": "\u001b[31m"})");
  const Outcome outcome = fedltr_command({"compare", a, b});
  CHECK_MESSAGE(outcome.code == 0, outcome.err);
  CHECK(outcome.out.find('\x1b') == std::string::npos);
  CHECK(outcome.out.find("rate=?[31m") != std::string::npos);
}

TEST_CASE("each verb refuses a grid's table that is invalid, huge or cut") {
  const LittleRuns runs("");
  const fs::path grid = runs.run("g", {"grid.federation.clients=5,10"});
  const fs::path file = grid / "grid.csv";
  const std::string text = read_text(file);
  const auto refused = [&] {
    const fs::path out = runs.folder / "out";
    for (const std::vector<std::string>& verb :
         std::vector<std::vector<std::string>>{
             {"compare", grid.string()},
             {"report", grid.string(), "--out", out.string()},
             {"export", grid.string(), "--to", "sqlite", "--out",
              out.string()}}) {
      const Outcome outcome = fedltr_command(verb);
      INFO(verb[0] << ": " << outcome.err);
      CHECK(outcome.code == kBadData);
      CHECK(outcome.err.starts_with("fedltr: " + file.string()));
      CHECK_FALSE(fs::exists(out));
    }
  };
  fs::remove(file);
  REQUIRE(mkfifo(file.c_str(), 0600) == 0);
  refused();
  fs::remove(file);
  std::ofstream(file) << text;
  fs::resize_file(file, 80 << 20);
  refused();
  std::ofstream(file) << text.substr(0, text.rfind(','));
  refused();
}

}  // namespace fedltr::run_reader_test
