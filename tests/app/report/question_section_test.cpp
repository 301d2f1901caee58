#include <doctest/doctest.h>

#include "app/base/text.hpp"
#include "tests/app/report/report_support.hpp"

namespace fedltr::question_section_test {
using namespace fedltr::test;

TEST_CASE("the question names scenarios and data once, and what differs") {
  ReportData data = data_of_runs({"a", "b", "c"});
  data.varied = {"learner.rate"};
  data.runs[1].scenario["learner.rate"] = "0.5";
  data.runs[2].scenario["run.name"] = "other";
  data.files[0].manifest =
      parse_json(R"({"data": [{"name": "x"}, {"name": "y"}]})");
  const ReportSection section = question_section(data);
  CHECK(spoken_in(section) ==
        "Scenario by hand, other; 3 run folders; data: x, y.\n");
  const auto tables = tables_in(section);
  REQUIRE(tables.size() == 2);
  CHECK(tables[0].title == "In what the runs differ");
  CHECK(tables[0].columns == Texts{"run", "learner.rate"});
  CHECK(rows_in(tables[0]) == Texts{"a|-", "b|0.5", "c|-"});
}

TEST_CASE("many files and many runs are summarised") {
  ReportData data = data_of_runs({"1", "2", "3", "4", "5", "6", "7", "8", "9"});
  data.varied = {"attack.kind", "learner.rate"};
  const std::string five =
      R"({"name": "1"}, {"name": "2"}, {"name": "3"},
                              {"name": "4"}, {"name": "5"})";
  data.files[0].manifest = parse_json("{\"data\": [" + five + "]}");
  CHECK(contains(spoken_in(question_section(data)), "data: 1, 2, 3, 4, 5."));
  data.files[0].manifest =
      parse_json("{\"data\": [" + five + ", {\"name\": \"6\"}]}");
  CHECK(spoken_in(question_section(data)) ==
        "Scenario by hand; 9 run folders; data: 6 files, 1 to 6.\n"
        "The runs differ in attack.kind, learner.rate.\n");
  CHECK(tables_in(question_section(data)).size() == 1);
}

TEST_CASE("the settings are the keys that differ from their default") {
  ReportData data = data_of_runs({"x"});
  data.runs[0].scenario["federation.interactions"] = "4";  // its default
  data.runs[0].scenario["unknown.key"] = "1";
  const ReportTable table = tables_in(question_section(data))[0];
  std::vector<std::string> keys;
  for (const ReportRow& row : table.rows) keys.push_back(row[0].text);
  CHECK(join(keys, " ") == "run.name unknown.key");
}

TEST_CASE("a key whose value differs in a later run is not set in all") {
  ReportData data = data_of_runs({"a", "b"});
  data.runs[0].scenario["learner.rate"] = "0.5";
  data.runs[1].scenario["learner.rate"] = "0.25";
  data.runs[0].scenario["federation.clients"] = "7";
  data.runs[1].scenario["federation.clients"] = "7";
  CHECK(rows_in(tables_in(question_section(data)).back()) ==
        Texts{"federation.clients|7", "run.name|by hand"});
  // The other run has no such key.
  data.runs[1].scenario.erase("federation.clients");
  CHECK(rows_in(tables_in(question_section(data)).back()) ==
        Texts{"run.name|by hand"});
}

TEST_CASE("data of another type has no name") {
  ReportData data = data_of_runs({"a"});
  CHECK(spoken_in(question_section(data)) ==
        "Scenario by hand; one run folder; data: .\n");
  data.files[0].manifest = parse_json(R"({"data": {"name": "x"}})");
  CHECK(contains(spoken_in(question_section(data)), "data: ."));
}

TEST_CASE("a run's size and time are in one line") {
  ReportData data = data_of_runs({"a"});
  CHECK(about_text(data) == "");
  data.runs[0].rounds = {{{1, 1}, 20}, {{1, 2}, 20}};
  data.runs[0].scenario["federation.clients"] = "1";
  data.runs[0].scenario["federation.interactions"] = "4";
  CHECK(about_text(data) == "1 client x 4 interactions, 20 rounds, 2 runs");
  data.files[0].timing = parse_json(
      R"({"wall_seconds": 2.54, "threads": 2, "interactions_per_second": 1234})");
  CHECK(about_text(data) ==
        "1 client x 4 interactions, 20 rounds, 2 runs: 2.5 s, 1,234 "
        "interactions/s on 2 threads");
  // Numbers of a damaged file are none.
  data.files[0].timing = parse_json(
      R"({"wall_seconds": 1, "threads": -3, "interactions_per_second": 1e300})");
  CHECK(about_text(data).ends_with(": 1.0 s, 0 interactions/s on 0 threads"));
}

TEST_CASE("run folders of several invocations have no common time") {
  ReportData data = data_of_runs({"a", "b"});
  data.runs[0].rounds = {{{1, 1}, 20}};
  data.runs[1].rounds = {{{1, 1}, 20}, {{1, 2}, 20}};
  data.files[1].timing = parse_json(R"({"wall_seconds": 1, "threads": 2})");
  CHECK(about_text(data) == "2 run folders, 3 runs");
  data.is_grid = true;
  CHECK(about_text(data).starts_with("2 run folders, 3 runs: 1.0 s, "));
}

}  // namespace fedltr::question_section_test
