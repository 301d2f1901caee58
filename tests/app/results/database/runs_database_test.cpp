#include "app/results/database/runs_database.hpp"

#include <fstream>

#include <doctest/doctest.h>

#include "algorithms/data/letor.hpp"
#include "app/base/errors.hpp"
#include "app/base/gzip.hpp"
#include "app/base/text.hpp"
#include "app/results/compare/run_reader.hpp"
#include "tests/support/database.hpp"
#include "tests/support/little_runs.hpp"

namespace fedltr::runs_database_test {
using namespace fedltr::test;
namespace fs = std::filesystem;

namespace {

/// Lines of a file except its header.
std::string rows_of(const fs::path& file) {
  const std::string text = read_text(file);
  return std::to_string(std::ranges::count(text, '\n') - 1);
}

}  // namespace

TEST_CASE("runs become rows, each with its settings, curve and queries") {
  const LittleRuns runs("repeats = 2\n");
  const fs::path a = runs.run("a", {});
  const fs::path b = runs.run("b", {"run.seed=7", "aggregation.rule=krum"});
  const auto file = runs.folder / "all.db";
  const DatabaseContents made = write_runs_database({a, b}, file);
  CHECK(made.runs == 2);
  CHECK(answers(file, "SELECT run, folder, complete FROM runs") ==
        "1|" + a.string() + "|1|2|" + b.string() + "|1");
  CHECK(answers(file,
                "SELECT value FROM settings WHERE key='run.seed'"
                " ORDER BY run") == "1|7");
  CHECK(answers(file, "SELECT count(*) FROM rounds WHERE run = 2") ==
        rows_of(b / "rounds.csv"));
  CHECK(answers(file, "SELECT count(*) FROM per_query WHERE run = 1") ==
        rows_of(a / "per_query.tsv"));
  CHECK(answers(file, "SELECT DISTINCT typeof(\"ndcg@10\") FROM rounds") ==
        "real");
  // The mean agrees with the summary's, which the database also holds.
  CHECK(answers(file,
                "SELECT abs(avg(\"ndcg@10\") - json_extract(max(summary), "
                "'$.metrics.\"ndcg@10\".mean')) < 1e-12 FROM rounds JOIN runs "
                "USING(run) WHERE run = 1 AND round = 5") == "1");
  CHECK(answers(file, "SELECT length(signature) FROM runs") == "64|64");
}

TEST_CASE("a packed table is a table") {
  const LittleRuns runs("");
  const fs::path a = runs.run("a", {});
  const std::string rows = rows_of(a / "clients.csv");
  std::string packed;
  Gzip packer;
  packer.add(read_text(a / "clients.csv"), packed);
  packer.end(packed);
  std::ofstream(a / "clients.csv.gz", std::ios::binary) << packed;
  fs::remove(a / "clients.csv");
  const auto file = runs.folder / "all.db";
  write_runs_database({a}, file);
  CHECK(answers(file, "SELECT count(*) FROM clients") == rows);
}

TEST_CASE("a grid stands for its points, with its own table") {
  const LittleRuns runs("");
  const fs::path grid = runs.run("g", {"grid.federation.clients=5,10"});
  const auto file = runs.folder / "all.db";
  CHECK(write_runs_database({grid}, file).runs == 2);
  CHECK(answers(file,
                "SELECT value FROM settings WHERE "
                "key='federation.clients' ORDER BY run") == "5|10");
  CHECK(answers(file, "SELECT DISTINCT grid FROM grid") == grid.string());
  CHECK(answers(file, "SELECT count(*) FROM grid") ==
        rows_of(grid / "grid.csv"));
}

TEST_CASE("names stay what they are, whatever they look like") {
  const TemporaryFolder folder;
  const std::vector<std::string> names = {"x",    "\"x\"", "nan", "7", "inf",
                                          "q\"x", "\"",    "007", "'"};
  std::string rows;
  for (const std::string& name : names)
    rows += "1 qid:" + name + " 1:1 # docid = a\n0 qid:" + name + " 1:0\n";
  const std::string data = folder.write("d.txt", rows);
  const std::string train = folder.write("t.txt", "1 qid:t 1:1\n0 qid:t 1:0\n");
  const std::string run = (folder / "7").string();
  const Outcome ran = fedltr_command(
      {"run",
       folder.write("s.ini", "[data]\ntrain = " + train + "\ntest = " + data +
                                 "\n[federation]\nclients = 2\nrounds = 1\n"
                                 "[evaluation]\nmetrics = ndcg@10\n"),
       "--quiet", "--out", run});
  REQUIRE_MESSAGE(ran.code == 0, ran.err);
  const auto file = folder / "all.db";
  write_runs_database({run}, file);
  CHECK(answers(file, "SELECT qid FROM per_query") == join(names, "|"));
  CHECK(answers(file, "SELECT DISTINCT typeof(qid) FROM per_query") == "text");
  CHECK(answers(file,
                "SELECT DISTINCT typeof(value) IN ('integer', 'real') FROM "
                "per_query") == "1");
  CHECK(answers(file, "SELECT DISTINCT typeof(run) FROM per_query") ==
        "integer");
  const RunFolder read = read_run_folder(run);
  for (const std::string& name : names)
    CHECK(read.by_query.at("ndcg@10").contains("1/" + name));
}

TEST_CASE("the folder of a grid is text, even if it is called by a number") {
  const LittleRuns runs("");
  const fs::path grid = runs.run("7", {"grid.federation.clients=5,10"});
  const auto before = fs::current_path();
  fs::current_path(runs.folder.text());
  write_runs_database({"7"}, "all.db");
  fs::current_path(before);
  const auto file = runs.folder / "all.db";
  CHECK(answers(file, "SELECT DISTINCT typeof(grid), grid FROM grid") ==
        "text|7");
  CHECK(answers(file,
                "SELECT DISTINCT typeof(\"federation.clients\") FROM grid") ==
        "integer");
  CHECK(answers(file, "SELECT DISTINCT typeof(signature) FROM grid") == "text");
}

TEST_CASE("a folder without a run, or a damaged table, leaves no database") {
  const LittleRuns runs("");
  const fs::path a = runs.run("a", {});
  const auto file = runs.folder / "all.db";
  CHECK_THROWS_AS(write_runs_database({runs.folder.text()}, file), DataError);
  CHECK_THROWS_AS(write_runs_database({}, file), UsageError);
  CHECK_THROWS_WITH_AS(write_runs_database({a, a / "."}, file),
                       doctest::Contains("is named twice"), UsageError);
  runs.folder.write("a/rounds.csv", "fold,round\n1,2,3\n");
  CHECK_THROWS_WITH_AS(write_runs_database({a}, file),
                       doctest::Contains("rounds.csv:2: has 3 fields"),
                       DataError);
  CHECK_FALSE(fs::exists(file));
  runs.folder.write("a/rounds.csv", "run,run\n1,2\n");  // two columns, one name
  CHECK_THROWS_WITH_AS(write_runs_database({a}, file),
                       doctest::Contains("'run' occurs twice"), DataError);
  CHECK_FALSE(fs::exists(file));
  runs.folder.write("a/rounds.csv", "fold,Fold\n1,2\n");  // SQL ignores case
  CHECK_THROWS_WITH_AS(write_runs_database({a}, file),
                       doctest::Contains("'Fold' occurs twice"), DataError);
  runs.folder.write("a/rounds.csv", "fold\n1\n");
  std::string summary = read_text(a / "summary.json");
  summary.replace(summary.find("\"signature\""), 11, "\"signature\": 3, \"_\"");
  runs.folder.write("a/summary.json", summary);
  CHECK_THROWS_WITH_AS(
      write_runs_database({a}, file),
      doctest::Contains("summary.json: signature: expected a text, got 3"),
      DataError);
  CHECK_FALSE(fs::exists(file));
}

TEST_CASE("the command writes one file, and prints what is in it") {
  const LittleRuns runs("");
  const std::string a = runs.run("a", {});
  const std::string file = (runs.folder / "all.db").string();
  const Outcome made =
      fedltr_command({"export", a, "--to", "sqlite", "--out", file});
  CHECK(made.code == 0);
  CHECK(made.out.find("wrote    " + file + ": 1 run") != std::string::npos);
  CHECK(made.out.find("rounds") != std::string::npos);
  CHECK(fedltr_command({"export", a, "--to", "sqlite", "--out", file}).code ==
        kWrongUsage);
  CHECK(fedltr_command({"export", a, "--to", "sqlite"}).code == kWrongUsage);
  CHECK(fedltr_command({"export", a, "--to", "sqlite", "--out", file + "2",
                        "--store", "x"})
            .code == kWrongUsage);
  CHECK(fedltr_command({"export", a, a, "--to", "solr"}).code == kWrongUsage);
}

}  // namespace fedltr::runs_database_test
