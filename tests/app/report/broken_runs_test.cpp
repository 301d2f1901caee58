#include <algorithm>

#include <doctest/doctest.h>

#include "app/base/csv_rows.hpp"
#include "app/report/report.hpp"
#include "app/report/writers.hpp"
#include "tests/app/report/report_support.hpp"
#include "tests/support/xml.hpp"

namespace fedltr::broken_runs_test {
using namespace fedltr::test;

namespace {

const std::string kName = "</script><img src=x onerror=alert(1)>\",\n[1]\\x{&";

/// The text as a JSON string.
std::string as_json(const std::string& text) {
  return Json(text).dump();
}

/// Output of the command for a run with this file, without the folder's name.
Outcome report_with(const std::string& file, const std::string& text) {
  TemporaryFolder folder;
  const std::string run = write_run(folder, "r");
  folder.write("r/" + file, text);
  const std::string page = (folder / "page.html").string();
  Outcome outcome = fedltr_command({"report", run, "--out", page});
  CHECK(std::filesystem::exists(page) == (outcome.code == 0));
  if (const auto at = outcome.err.find(run); at != outcome.err.npos)
    outcome.err.erase(at, run.size() + 1);
  return outcome;
}

void check_refused(const std::string& file, const std::string& text, int code,
                   const std::string& reason) {
  const Outcome outcome = report_with(file, text);
  CHECK_MESSAGE(outcome.code == code, file << ": " << outcome.err);
  CHECK_MESSAGE(contains(outcome.err, reason), outcome.err);
  CHECK_MESSAGE(std::ranges::count(outcome.err, '\n') == 1, outcome.err);
  CHECK(outcome.out == "");
}

/// A run and a grid in which every name is hostile.
std::string hostile_grid(const TemporaryFolder& folder) {
  const std::string name = as_json(kName);
  std::string quoted = "\"";
  for (const char c : kName) quoted += c == '"' ? "\"\"" : std::string(1, c);
  quoted += "\"";
  const std::string grid =
      write_grid(folder, "g", quoted + "," + quoted + "," + quoted + ",0.5\n",
                 quoted + "," + quoted + ",0.5\n");
  folder.write("g/p1/manifest.json",
               R"({"data": [{"name": )" + name + R"(, "sha256": )" + name +
                   R"(}], "scenario": {"run.name": )" + name + ", " + name +
                   ": " + name + R"(}, "randomness": )" + name +
                   R"(, "commit": )" + name + R"(, "dependencies": {)" + name +
                   ": " + name + "}}");
  folder.write("g/p1/summary.json",
               R"({"complete": false, "metrics": {)" + name +
                   R"(: {"mean": 0.5, "std": 0.1, "n": 1}}, "runs": [{"fold": 1,
                   "repeat": 1, "rounds": 2, "final": {)" +
                   name + R"(: 0.5}}], "signature": )" + name +
                   R"(, "privacy": {"mechanism": )" + name + R"(, "caveat": )" +
                   name + R"(}, "gain_of_joining": {"method": )" + name +
                   R"(}, "methods": {)" + name + R"(: {"metrics": {)" + name +
                   R"(: {"mean": 0.5}}}}})");
  folder.write("g/p1/rounds.csv", "fold,repeat,round,interactions," + quoted +
                                      "\n1,1,0,0,0.25\n1,1,2,4,0.5\n");
  folder.write("g/p1/unlearning.json", R"({"method": )" + name +
                                           R"(, "requests": [{"clients": [)" +
                                           name + "]}]}");
  return grid;
}

}  // namespace

TEST_CASE("a broken file of a run is named in one line") {
  check_refused("summary.json", "{\"complete\": tr", 3,
                "summary.json: is no JSON: parse error");
  check_refused("summary.json", "[]", 3,
                "summary.json: the file is an array of 0, expected an object");
  check_refused("summary.json", "{\"complete\": 3}", 3,
                "summary.json: complete: expected true or false, got 3");
  check_refused("manifest.json", "{\"data\": 3, \"scenario\": {}}", 3,
                "manifest.json: data: expected an array of objects, got 3");
  check_refused("manifest.json", "", 3, "manifest.json: is no JSON");
  check_refused("per_query.tsv", "names\n1\tm\tx\t1\t1\n", 3,
                "per_query.tsv:1: expected qid, metric, value");
  check_refused("timing.json", "{\"a\": }", 3, "timing.json: is no JSON");
  check_refused("unlearning.json", "[[[[[[[[[[]]]]]]]]]]", 3,
                "unlearning.json: is nested deeper than 8 levels");
  check_refused("rounds.csv", "round,m\n\"1,2\n", 3,
                "rounds.csv:2: the quotes of a value do not end");
  check_refused("honest/rounds.csv", "", 3, "honest/rounds.csv:1: is empt");
  check_refused("retrained/rounds.csv", "round\n1,2\n", 3,
                "retrained/rounds.csv:2: has 2 fields, expected 1");
  check_refused("curves.csv", "m\n0.5\n", 3,
                "curves.csv:2: has no column iteration");
  check_refused("clients.csv", "own_m\n0.5\n", 3,
                "clients.csv:2: has no column client");
}

TEST_CASE("files that are missing or too large are named in one line") {
  TemporaryFolder folder;
  for (const char* file : {"summary.json", "manifest.json", "per_query.tsv"}) {
    const std::string run = write_run(folder, "r");
    std::filesystem::remove(folder / "r" / file);
    const Outcome outcome = fedltr_command({"report", run});
    CHECK(outcome.code == 3);
    CHECK(outcome.err == "fedltr: " + run + "/" + file +
                             ": can't be read; expected the folder of a run or "
                             "of a grid\n");
  }
  const std::string run = write_run(folder, "r");
  folder.write("r/timing.json", "");
  // A sparse file of more than 64 MiB.
  std::filesystem::resize_file(folder / "r/timing.json", (1 << 26) + 1);
  const Outcome outcome = fedltr_command({"report", run});
  CHECK(outcome.code == 3);
  CHECK(contains(outcome.err, "r/timing.json: "));
  CHECK(std::ranges::count(outcome.err, '\n') == 1);
}

TEST_CASE("a run whose metrics no row reached is refused") {
  check_refused("summary.json",
                R"({"complete": true, "runs": [],
                    "metrics": {"m": {"mean": 0.5, "std": null, "n": 1}}})",
                3, "its run has no metric");
}

TEST_CASE("metrics without values are left out beside those that have them") {
  TemporaryFolder folder;
  const std::string run = write_run(folder, "r");
  folder.write("r/summary.json",
               R"({"complete": true, "metrics": {
                   "a": {"mean": 0.5, "std": null, "n": 1},
                   "m": {"mean": 0.4, "std": null, "n": 1}},
                   "runs": [{"fold": 1, "repeat": 1, "rounds": 2,
                             "final": {"m": 0.4}}]})");
  const ReportData data = read_report_data({run});
  CHECK(data.runs[0].metrics == Texts{"m"});
  CHECK_FALSE(data.runs[0].spreads.contains("a"));
  CHECK(contains(spoken_in(answer_section(data)), "m 0.4000"));
}

TEST_CASE("values beyond all measure are on no curve") {
  TemporaryFolder folder;
  const std::string run = write_run(folder, "r");
  // The range of the first two values is not finite, nor is the third's square.
  folder.write("r/rounds.csv",
               "fold,repeat,round,interactions,m\n1,1,0,0,1e308\n"
               "1,2,0,0,-1e308\n1,1,1,0,1e200\n1,1,1e300,0,1\n1,1,2,0,0.5\n"
               "1,2,2,0,-1e308\n");
  folder.write("r/curves.csv",
               "repeat,party,method,iteration,m\n1,0,a,0,1e308\n1,0,b,1,0.5\n");
  folder.write("r/clients.csv", "client,own_m\n0,1e308\n1,0.5\n");
  const ReportFiles files = read_report_data({run}).files[0];
  REQUIRE(files.curves.at("m").size() == 1);
  CHECK(files.curves.at("m")[0].at == 2);
  CHECK(files.methods.size() == 1);
  CHECK(files.own == std::vector<double>{0.5});
  const std::string page = (folder / "p.html").string();
  CHECK(fedltr_command({"report", run, "--out", page}).code == 0);
}

TEST_CASE("a quoted field keeps the end of line in it") {
  TemporaryFolder folder;
  CsvRows rows(folder.write("t.csv", "a,b\r\n1,\"x\r\"\r\n\"2\",y\r\n"));
  REQUIRE(rows.next());
  CHECK(rows.text("b") == "x\r");
  REQUIRE(rows.next());
  CHECK(rows.text("a") == "2");
  CHECK(rows.text("b") == "y");
}

TEST_CASE("a CSV table reads back as it was, with any names") {
  TemporaryFolder folder;
  const ReportTable table{
      "T", {kName, "b"}, {{{"1\r\n2"}, {kName}}, {{""}, {"\"\""}}}};
  CsvRows rows(folder.write("t.csv", report_csv(table)));
  CHECK(rows.names() == Texts{kName, "b"});
  REQUIRE(rows.next());
  CHECK(rows.text(kName) == "1\r\n2");
  CHECK(rows.text("b") == kName);
  REQUIRE(rows.next());
  CHECK(rows.text(kName) == "");
  CHECK(rows.text("b") == "\"\"");
  CHECK_FALSE(rows.next());
}

TEST_CASE("hostile names in a run's files are text on the page") {
  TemporaryFolder folder;
  const ReportData data = read_report_data({hostile_grid(folder)});
  const std::string html = report_html(report_page(data));
  CHECK(times_in(html, "<script") == 1);
  CHECK(times_in(html, "</script") == 1);
  CHECK(times_in(html, "<img") == 0);
  // Title, heading, answer, matrix, unlearning, silo, privacy, manifest, ...
  CHECK(times_in(html, "&lt;/script&gt;&lt;img src=x") > 40);
  const std::size_t body = html.find("<body>");
  CHECK(xml_fault(html.substr(body, html.rfind("<script>") - body) +
                  "</body>") == "");
}

TEST_CASE("hostile names are text in pictures and LaTeX") {
  TemporaryFolder folder;
  const ReportPage page = report_page(read_report_data({hostile_grid(folder)}));
  const auto pictures = report_files(page, ReportFormat::kSvg);
  CHECK(pictures.size() > 10);
  for (const auto& [name, svg] : pictures) {
    CHECK_MESSAGE(xml_fault(svg) == "", name);
    CHECK_MESSAGE(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz"
                                         "0123456789-.") == name.npos,
                  name);
  }
  for (const auto& [name, latex] : report_files(page, ReportFormat::kLatex)) {
    CHECK_MESSAGE(times_in(latex, "\\x{") == 0, name);
    CHECK_MESSAGE(times_in(latex, "\n[1]") == 0, name);
  }
}

}  // namespace fedltr::broken_runs_test
