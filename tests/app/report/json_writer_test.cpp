#include <limits>

#include <doctest/doctest.h>

#include "app/base/json.hpp"
#include "app/report/writers.hpp"
#include "tests/app/report/report_support.hpp"

namespace fedltr::json_writer_test {
using namespace fedltr::test;

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

Json block_json(ReportBlock block) {
  const Json page = parse_json(
      report_json({"name", {{"empty", {}}, {"Section", {std::move(block)}}}}));
  REQUIRE(page.at("sections").size() == 1);
  return page.at("sections").at(0).at("blocks").at(0);
}

}  // namespace

TEST_CASE("a page as JSON has its texts and its sections with contents") {
  CHECK(parse_json(report_json({"name", {}, "2 runs", "Why?"})) ==
        parse_json(R"({"title": "name", "about": "2 runs", "question": "Why?",
                       "sections": []})"));
  CHECK(block_json(Paragraph{"said", true, "learned"}) ==
        parse_json(R"({"kind": "paragraph", "label": "learned",
                       "text": "said"})"));
}

TEST_CASE("a table as JSON has its texts") {
  CHECK(block_json(ReportTable{"T", {"run", "m"}, {{{"\"a\""}, {"1"}}}, "n"}) ==
        parse_json(R"({"kind": "table", "title": "T", "columns": ["run", "m"],
                       "rows": [["\"a\"", "1"]], "note": "n"})"));
}

TEST_CASE("curves as JSON have all numbers, and null for NaN") {
  const ReportFigure figure{
      "F", "round", "searches", "m", {{"a", {{1, 4, 0.1, kNone, 0.2}}}}};
  CHECK(block_json(figure) ==
        parse_json(R"({"kind": "figure", "title": "F", "x": "round",
            "other": "searches", "y": "m", "curves": [{"name": "a", "points":
            [{"at": 1.0, "other": 4.0, "mean": 0.1, "lower": null,
              "upper": 0.2}]}], "note": ""})"));
  const ReportPanels panels{"P",   "x",
                            "m",   {"zero", "one"},
                            {"a"}, {{"left", {{{1, 0, 0.5, 0.5, 0.5}}}}}};
  const Json json = block_json(panels);
  CHECK(json.at("ticks").at(1) == "one");
  CHECK(json.at("panels").at(0).at("curves").at(0).at(0) ==
        parse_json(R"({"at": 1.0, "mean": 0.5, "lower": 0.5, "upper": 0.5})"));
}

TEST_CASE("a report as JSON is printed, or written to a file") {
  TemporaryFolder folder;
  const std::string run = write_run(folder, "r");
  const Outcome printed = fedltr_command({"report", run, "--to", "json"});
  CHECK(printed.code == 0);
  CHECK(parse_json(printed.out).at("sections").at(0).at("title") == "Answer");
  const std::string out = (folder / "r.json").string();
  CHECK(fedltr_command({"report", run, "--to", "json", "--out", out}).out ==
        "report    " + out + "\n");
  CHECK(read_text(out) == printed.out);
}

}  // namespace fedltr::json_writer_test
