// `fedltr run --format ndjson`, whole runs.
#include <algorithm>
#include <sstream>

#include <doctest/doctest.h>

#include "tests/support/scenario.hpp"
#include "tests/support/silo_scenario.hpp"

namespace fedltr::run_stream_test {
using namespace fedltr::test;
using Line = nlohmann::ordered_json;

namespace {

constexpr const char* kLittle =
    "[synthetic]\nlike = custom\nqueries = 30\ndocuments = 12\nfeatures = 6\n"
    "[federation]\nclients = 20\ninteractions = 3\nrounds = 5\n"
    "[evaluation]\nmetrics = ndcg@10, map\nevery = 2\n";

Outcome stream(const TemporaryFolder& folder, const char* scenario,
               const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments = {"run", folder.write("s.ini", scenario),
                                        "--quiet", "--out",
                                        (folder / "out").string()};
  if (std::ranges::count(more, "--format") == 0)
    arguments.insert(arguments.end(), {"--format", "ndjson"});
  arguments.insert(arguments.end(), more.begin(), more.end());
  return fedltr_command(arguments);
}

std::vector<Line> lines_of(const Outcome& outcome) {
  REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  std::vector<Line> lines;
  std::istringstream text(outcome.out);
  for (std::string line; std::getline(text, line);)
    lines.push_back(Line::parse(line));
  return lines;
}

std::vector<std::string> events_of(const std::vector<Line>& lines) {
  std::vector<std::string> events;
  for (const Line& line : lines) events.push_back(line["event"]);
  return events;
}

/// A round's line as its row in rounds.csv, including the spelling of nan.
std::string row_of(const Line& line, const std::vector<std::string>& names,
                   const std::vector<std::string>& row) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Line& value = line.at(names[i]);
    text += (i > 0 ? "," : "") + (value.is_null() ? row[i] : value.dump());
    if (value.is_null()) CHECK((row[i] == "nan" || row[i] == "inf"));
  }
  return text;
}

std::vector<std::string> fields_of(const std::string& row) {
  std::vector<std::string> fields;
  std::istringstream text(row);
  for (std::string field; std::getline(text, field, ',');)
    fields.push_back(field);
  return fields;
}

}  // namespace

TEST_CASE("a stream is the study, each run with its rounds, and the end") {
  const TemporaryFolder folder;
  const auto lines =
      lines_of(stream(folder, kLittle, {"--set", "run.repeats=2"}));
  CHECK(events_of(lines) ==
        std::vector<std::string>{"study", "run", "round", "round", "round",
                                 "round", "run-end", "run", "round", "round",
                                 "round", "round", "run-end", "study-end"});
  CHECK(lines[0]["name"] == "s");
  CHECK(lines[0]["runs"] == 2);
  CHECK(lines[1]["rounds"] == 5);
  CHECK(lines[1]["resumed_after"].is_null());
  CHECK(lines[6]["complete"] == true);
  CHECK(lines[6]["final"]["round"] == 5);
  CHECK(lines[6]["final"]["map"] == lines[5]["map"]);
  const auto summary = json_of(folder / "out/summary.json");
  CHECK(lines.back()["complete"] == true);
  CHECK(lines.back()["points"][0]["signature"].get<std::string>() ==
        summary["signature"].get<std::string>());
}

TEST_CASE("the rounds of a stream are those of rounds.csv") {
  const TemporaryFolder folder;
  const auto lines =
      lines_of(stream(folder, kLittle, {"--set", "run.repeats=2"}));
  std::istringstream csv(read_text(folder / "out/rounds.csv"));
  std::string row;
  std::getline(csv, row);
  const auto names = fields_of(row);
  for (const Line& line : lines) {
    if (line["event"] != "round") continue;
    REQUIRE(std::getline(csv, row));
    CHECK(line.size() == 2 + names.size());
    CHECK(row_of(line, names, fields_of(row)) == row);
  }
  CHECK_FALSE(std::getline(csv, row));
}

TEST_CASE("a stream has the same bytes for any number of threads") {
  const TemporaryFolder folder;
  const std::vector<std::string> study = {
      "--set",   "run.repeats=2",
      "--set",   "grid.attack.kind=none,lie",
      "--set",   "attack.clients=4",
      "--set",   "grid.aggregation.rule=mean,median",
      "--force", "--threads"};
  std::string expected;
  for (const std::string threads : {"1", "2", "4"}) {
    auto arguments = study;
    arguments.push_back(threads);
    const Outcome outcome = stream(folder, kLittle, arguments);
    REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
    if (expected.empty()) expected = outcome.out;
    CHECK(outcome.out == expected);
  }
  std::istringstream text(expected);
  std::string first;
  std::getline(text, first);
  CHECK(Line::parse(first)["points"].size() >= 4);
  has(expected, R"("point":"attack.kind=lie,aggregation.rule=median")");
}

TEST_CASE("a page of a streamed run is not mentioned in the stream") {
  const TemporaryFolder folder;
  const auto lines = lines_of(stream(folder, kLittle, {"--report"}));
  CHECK(lines.back()["event"] == "study-end");
  CHECK(std::filesystem::exists(folder / "out/report.html"));
}

TEST_CASE("a stream of what had ended before is its beginning and its end") {
  const TemporaryFolder folder;
  const auto whole = lines_of(stream(folder, kLittle));
  const auto again = lines_of(stream(folder, kLittle, {"--resume"}));
  CHECK(events_of(again) == std::vector<std::string>{"study", "study-end"});
  CHECK(again[0] == whole[0]);
  CHECK(again[1] == whole.back());
}

TEST_CASE("silos are streamed repeat by repeat") {
  const TemporaryFolder folder;
  const Outcome one = stream(folder, kTextSilo, {"--threads", "1"});
  const auto lines = lines_of(one);
  CHECK(events_of(lines) == std::vector<std::string>{"study", "run", "run-end",
                                                     "run", "run-end", "run",
                                                     "run-end", "study-end"});
  const auto summary = json_of(folder / "out/summary.json");
  for (const std::size_t repeat : {1, 2, 3}) {
    const Line& end = lines[2 * repeat];
    CHECK(end["repeat"] == repeat);
    CHECK(end["final"].dump() ==
          Line::parse(summary["runs"][repeat - 1]["final"].dump()).dump());
    CHECK(end["methods"].size() == summary["methods"].size());
  }
  CHECK(lines.back()["points"][0]["signature"].get<std::string>() ==
        summary["signature"].get<std::string>());
  CHECK(stream(folder, kTextSilo, {"--threads", "3", "--force"}).out ==
        one.out);
}

TEST_CASE("a stream goes with one number of threads and a known format") {
  const TemporaryFolder folder;
  const Outcome several = stream(folder, kLittle, {"--threads", "1,2"});
  CHECK(several.code == 2);
  has(several.err, "one number of threads");
  const Outcome unknown = stream(folder, kLittle, {"--format", "yaml"});
  CHECK(unknown.code == 2);
  has(unknown.err, "--format yaml: expected text or ndjson");
}

}  // namespace fedltr::run_stream_test
