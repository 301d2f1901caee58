#include "app/report/run_data.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/data/letor.hpp"
#include "app/base/errors.hpp"
#include "app/base/gzip.hpp"
#include "tests/support/cli.hpp"

namespace fedltr::run_data_test {
using namespace fedltr::test;

namespace {

/// The required files of a run of two repeats, written by hand.
struct WrittenRun {
  TemporaryFolder folder;

  WrittenRun() {
    folder.write("r/summary.json",
                 R"({"name": "by hand", "complete": true, "refused": 3,
                     "metrics": {"m": {"mean": 0.5, "std": 0.1, "n": 2}},
                     "runs": [
                      {"fold": 1, "repeat": 1, "rounds": 2, "final": {"m": 0.4}},
                      {"fold": 1, "repeat": 2, "rounds": 2, "final": {"m": 0.6}}
                     ]})");
    folder.write("r/manifest.json",
                 R"({"data": [{"name": "d", "sha256": "00"}],
                     "scenario": {"run.name": "by hand"}})");
    folder.write("r/per_query.tsv",
                 "qid\tmetric\tvalue\tfold\trepeat\nq\tm\t0.4\t1\t1\n"
                 "q\tm\t0.6\t1\t2\n");
  }

  ReportData read() const { return read_report_data({folder / "r"}); }
};

}  // namespace

TEST_CASE("curves are mean and deviation of the runs, round by round") {
  WrittenRun run;
  run.folder.write("r/rounds.csv",
                   "fold,repeat,round,interactions,m,bytes_up\n"
                   "1,1,0,0,0.25,0\n1,1,2,80,0.4,100\n"
                   "1,2,0,0,0.25,0\n1,2,2,120,0.6,50\n");
  const ReportData data = run.read();
  const auto& points = data.files[0].curves.at("m");
  REQUIRE(points.size() == 2);
  CHECK(points[0].low == points[0].high);
  CHECK(points[1].at == 2);
  CHECK(points[1].other == 100);
  CHECK(points[1].mean == doctest::Approx(0.5));
  // The sample standard deviation of .4 and .6 is .1 sqrt 2.
  CHECK(points[1].high == doctest::Approx(0.5 + 0.1 * std::sqrt(2.0)));
  CHECK(points[1].low == doctest::Approx(0.5 - 0.1 * std::sqrt(2.0)));
  CHECK(data.files[0].totals.at("bytes_up") == 150);
}

TEST_CASE("a rounds.csv of a line of names is refused") {
  WrittenRun run;
  run.folder.write("r/rounds.csv", "fold,repeat,round,interactions,m\n");
  CHECK_THROWS_WITH_AS(
      run.read(), doctest::Contains("ends before round 2 of fold 1, repeat 1"),
      DataError);
}

TEST_CASE("a rounds.csv that was cut off at a line's end is refused") {
  WrittenRun run;
  for (const char* rows : {"1,1,0,0,0.25\n1,1,2,80,0.4\n1,2,0,0,0.25\n",
                           "1,1,0,0,0.25\n1,1,2,80,0.4\n"}) {
    run.folder.write("r/rounds.csv",
                     std::string("fold,repeat,round,interactions,m\n") + rows);
    CHECK_THROWS_WITH_AS(
        run.read(),
        doctest::Contains(
            "rounds.csv: ends before round 2 of fold 1, repeat 2"),
        DataError);
  }
}

TEST_CASE("rounds without a value have no point") {
  WrittenRun run;
  run.folder.write("r/rounds.csv",
                   "fold,repeat,round,interactions,m,epsilon,online_m\n"
                   "1,1,0,0,nan,inf,0\n1,1,2,40,0.5,inf,0.25\n"
                   "1,2,2,40,0.5,inf,0.25\n");
  const auto curves = run.read().files[0].curves;
  CHECK(curves.at("m").size() == 1);
  CHECK_FALSE(curves.contains("epsilon"));
  // There were no searches before the first round.
  REQUIRE(curves.at("online_m").size() == 1);
  CHECK(curves.at("online_m")[0].mean == 0.25);
}

TEST_CASE("clients' metrics are means over the runs, ascending") {
  WrittenRun run;
  run.folder.write("r/clients.csv",
                   "fold,repeat,client,own_m\n1,1,0,0.75\n1,1,1,0.25\n"
                   "1,1,2,nan\n1,2,0,0.25\n1,2,1,0.25\n");
  CHECK(run.read().files[0].own == std::vector<double>{0.25, 0.5});
}

TEST_CASE("a table of clients may be longer than what is kept of it") {
  WrittenRun run;
  std::string text = "client,own_m\n";
  for (std::size_t row = 0; row < (std::size_t{1} << 22) + 1; ++row)
    text += row % 2 == 0 ? "1,1\n" : "0,2\n";
  run.folder.write("r/clients.csv", text);
  const auto own = run.read().files[0].own;
  REQUIRE(own.size() == 2);
  CHECK(own[0] == doctest::Approx(1));
  CHECK(own[1] == doctest::Approx(2));
}

TEST_CASE("a packed table of clients is read like a plain one") {
  WrittenRun run;
  Gzip packer;
  std::string packed;
  packer.add("fold,repeat,client,own_m\n1,1,0,0.75\n1,1,1,0.25\n", packed);
  packer.end(packed);
  run.folder.write("r/clients.csv.gz", packed);
  CHECK(run.read().files[0].own == std::vector<double>{0.25, 0.75});
  run.folder.write("r/clients.csv.gz", packed.substr(0, packed.size() / 2));
  CHECK_THROWS_WITH_AS(run.read(), doctest::Contains("is cut off"), DataError);
}

TEST_CASE("a silo's curves are means over parties, a band over repeats") {
  WrittenRun run;
  run.folder.write("r/curves.csv",
                   "repeat,party,method,iteration,m\n"
                   "1,0,local,10,0.25\n1,1,local,10,0.75\n"
                   "2,0,local,10,0.5\n2,1,local,10,0.5\n1,0,global,0,0.125\n");
  const auto methods = run.read().files[0].methods;
  REQUIRE(methods.size() == 2);
  CHECK(methods.at("local")[0].mean == 0.5);
  CHECK(methods.at("local")[0].high == 0.5);
  CHECK(methods.at("global")[0].mean == 0.125);
}

TEST_CASE("metrics by party are means of the repeats that have them") {
  WrittenRun run;
  const std::string rows =
      "repeat,party,method,m\n1,0,local,0.25\n2,0,local,0.75\n"
      "1,1,local,nan\n2,1,local,0.5\n1,2,local,nan\n";
  run.folder.write("r/parties.csv", rows);
  const auto parties = run.read().files[0].parties.at("local");
  CHECK(parties.at(0)[0] == 0.5);
  CHECK(parties.at(1)[0] == 0.5);
  CHECK(std::isnan(parties.at(2)[0]));
  run.folder.write("r/parties.csv", rows + "1,8,local,0.5\n");
  CHECK(run.read().files[0].parties.empty());  // more than eight parties
}

TEST_CASE("in brief neither values by query nor later rounds are read") {
  WrittenRun run;
  run.folder.write("r/per_query.tsv", "damaged\n");
  run.folder.write("r/clients.csv", "damaged\n");
  run.folder.write("r/rounds.csv",
                   "fold,repeat,round,interactions,m\n1,1,0,0,0.25\n"
                   "1,1,2,80,0.4\n");
  const ReportData data =
      read_report_data({run.folder / "r"}, ReportDepth::kBrief);
  CHECK(data.files[0].curves.at("m").size() == 1);
  CHECK(data.files[0].curves.at("m")[0].mean == 0.25);
  CHECK(data.files[0].totals.empty());
  CHECK(data.runs[0].by_query.empty());
  CHECK_THROWS_AS(run.read(), DataError);
}

TEST_CASE("files that are not there leave nothing, damaged ones are named") {
  WrittenRun run;
  const ReportFiles files = run.read().files[0];
  CHECK(files.curves.empty());
  CHECK(files.timing.is_null());
  CHECK(files.own.empty());
  const auto refused = [&](const std::string& name, const std::string& text,
                           const std::string& reason) {
    WrittenRun damaged;
    damaged.folder.write("r/" + name, text);
    CHECK_THROWS_WITH_AS(damaged.read(), doctest::Contains(reason.c_str()),
                         DataError);
  };
  refused("timing.json", "{", "timing.json: is no JSON");
  refused("rounds.csv", "a,b\n1,2\n", "has no column round");
  refused("clients.csv", "own_m\n0.5\n", "has no column client");
  for (const char* client : {"x", "-1", "10000000", ""})
    refused("clients.csv", "own_m,client\n0.5," + std::string(client) + "\n",
            "expected a number 0 to 9999999");
}

TEST_CASE("a folder without a run is refused") {
  TemporaryFolder folder;
  CHECK_THROWS_AS(read_report_data({folder / "nowhere"}), DataError);
  CHECK_THROWS_WITH_AS(read_report_data({}),
                       doctest::Contains("expected the folder of a run"),
                       UsageError);
  WrittenRun run;
  run.folder.write("r/summary.json",
                   R"({"complete": true, "metrics": {}, "runs": []})");
  CHECK_THROWS_WITH_AS(run.read(), doctest::Contains("has no metric"),
                       DataError);
}

TEST_CASE("members of JSON are read with or without them") {
  const Json json = parse_json(R"({"a": {"b": 2, "c": "text", "d": null}})");
  CHECK(number_at(json, {"a", "b"}) == 2);
  CHECK(text_at(json, {"a", "c"}) == "text");
  CHECK(std::isnan(number_at(json, {"a", "c"})));
  CHECK(std::isnan(number_at(json, {"a", "b", "c"})));
  CHECK(std::isnan(number_at(json, {"x"})));
  CHECK(text_at(json, {"a"}) == "");
  CHECK(json_at(json, {"a", "d"}).is_null());
}

}  // namespace fedltr::run_data_test
