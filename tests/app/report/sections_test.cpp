#include "app/report/sections.hpp"

#include <limits>

#include <doctest/doctest.h>

namespace fedltr::sections_test {
namespace {

/// A run with a metric, not read from disk.
ReportData one_run() {
  ReportData data;
  RunFolder run;
  run.folder = "runs/x";
  run.label = "x";
  run.metrics = {"m"};
  run.spreads["m"] = {0.5, 0, 1};
  run.by_run["m"][{1, 1}] = 0.5;
  run.scenario = {{"run.name", "name"}, {"federation.clients", "7"}};
  data.runs = {run};
  data.files.resize(1);
  return data;
}

ReportTable table_in(const ReportSection& section, std::size_t place = 0) {
  for (const ReportBlock& block : section.blocks)
    if (const auto* table = std::get_if<ReportTable>(&block))
      if (place-- == 0) return *table;
  FAIL("no such table in " << section.title);
  return {};
}

std::string texts_of(const ReportRow& row) {
  std::string texts;
  for (const ReportCell& cell : row)
    texts += (texts.empty() ? "" : "|") + cell.text;
  return texts;
}

std::string said_in(const ReportSection& section) {
  std::string text;
  for (const ReportBlock& block : section.blocks)
    if (const auto* paragraph = std::get_if<Paragraph>(&block))
      text += paragraph->text + "\n";
  return text;
}

}  // namespace

TEST_CASE("the cost is of time, memory and bytes") {
  ReportData data = one_run();
  data.files[0].timing = parse_json(R"({"wall_seconds": 2.5, "cpu_seconds": 4,
    "interactions_per_second": 48000.4, "threads": 2,
    "peak_memory_bytes": 35905536})");
  data.files[0].totals = {{"interactions", 120000}, {"bytes_up", 12}};
  CHECK(texts_of(table_in(cost_section(data)).rows[0]) ==
        "x|2.5|4|48,000|2|35.91|120,000|12|-");
}

TEST_CASE("the manifest keeps all digits of a seed") {
  ReportData data = one_run();
  data.files[0].manifest = parse_json(R"({"fedltr": "1.2", "commit": "abc",
    "compiler": "12", "dependencies": {"caf": "0.17"},
    "data": [{"name": "d", "sha256": "ff"}], "randomness": "all simulated",
    "seeds": [{"fold": 1, "repeat": 2, "seed": 18446744073709551615}]})");
  data.files[0].summary = parse_json(R"({"signature": "5e"})");
  data.runs[0].signature = "5e";
  const ReportSection section = manifest_section(data);
  CHECK(said_in(section) ==
        "Randomness: all simulated.\nruns/x  signature 5e\n");
  CHECK(texts_of(table_in(section).rows[0]) == "x|runs/x|1.2|abc|12|5e");
  CHECK(texts_of(table_in(section, 1).rows[0]) == "d|ff");
  CHECK(texts_of(table_in(section, 2).rows[0]) == "caf|0.17");
  CHECK(texts_of(table_in(section, 3).rows[0]) == "1|2|18446744073709551615");
  CHECK(table_in(section, 4).rows.size() == 2);
  CHECK(table_in(section, 4).folded);
}

TEST_CASE("an incomplete run is marked as one") {
  ReportData data = one_run();
  data.runs[0].complete = false;
  CHECK(said_in(answer_section(data)).find("the study was interrupted") !=
        std::string::npos);
  data.files[0].summary = parse_json(R"({"budget_spent": true})");
  CHECK(said_in(answer_section(data)).find("the privacy budget was spent") !=
        std::string::npos);
}

TEST_CASE("a page has the answer first and leaves out what is empty") {
  const ReportPage page = report_page(one_run());
  CHECK(page.title == "name");
  REQUIRE(page.sections.size() == 4);
  CHECK(page.sections[0].title == "Answer");
  CHECK(page.sections[1].title == "What was asked");
  CHECK(page.sections[2].title == "Cost");
  CHECK(page.sections[3].title == "Manifest");
}

TEST_CASE("many members have one line in the terminal, their mean") {
  ReportData data = one_run();
  Json members = Json::array();
  for (int i = 0; i < 30; ++i)
    members.push_back({{"name", "m" + std::to_string(i)},
                       {"queries", 4},
                       {"held_out", i % 2},
                       {"metric", "ndcg@10"},
                       {"untrained", 0.25},
                       {"alone", i % 2 ? Json(0.5) : Json()},
                       {"joined", nullptr}});
  data.files[0].summary = {{"members", members}};
  const ReportSection section = members_section(data);
  const ReportTable mean = table_in(section);
  REQUIRE(mean.rows.size() == 1);
  CHECK(texts_of(mean.rows[0]) == "mean of 30|4|0.5|ndcg@10|0.2500|0.5000|-");
  CHECK(mean.brief == 7);
  const ReportTable each = table_in(section, 1);
  CHECK(each.rows.size() == 30);
  CHECK(each.brief == 0);
  CHECK(each.folded);
}

TEST_CASE("a run of members names synthetic rows, and has no searches") {
  ReportData data = one_run();
  data.runs[0].scenario["members.folder"] = "";
  data.runs[0].rounds = {{{1, 1}, 30}};
  data.runs[0].spreads["online_discounted"] = {0, 0, 1};
  data.files[0].summary = parse_json(R"({"members": [
    {"name": "north", "queries": 149, "held_out": 47, "metric": "m",
     "untrained": 0.25, "alone": 0.5, "joined": 0.75}]})");
  data.files[0].timing = parse_json(R"({"wall_seconds": 0.1, "threads": 2})");
  const ReportTable table = table_in(members_section(data));
  CHECK(table.title ==
        "Members, on their own held-out queries of synthetic rows "
        "(members.folder is not set)");
  CHECK(texts_of(table.rows[0]) == "north|149|47|m|0.2500|0.5000|0.7500");
  CHECK(about_text(data) == "1 member, 30 epochs, 1 run: 0.1 s on 2 threads");
  CHECK(said_in(answer_section(data)).find("lists shown") == std::string::npos);
  data.files[0].summary["members"][0]["drawn"] = 0.5;
  CHECK(texts_of(table_in(members_section(data)).rows[0]) ==
        "north|149|47|m|0.2500|0.5000|0.7500|0.5000");
  data.runs[0].scenario["members.folder"] = "/data";
  CHECK(table_in(members_section(data)).title ==
        "Members, on their own held-out queries");
}

}  // namespace fedltr::sections_test
