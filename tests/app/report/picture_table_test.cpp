#include "app/report/pictures.hpp"
#include "tests/app/report/report_support.hpp"
#include "tests/support/run_folders.hpp"

namespace fedltr::picture_table_test {
using namespace fedltr::test;

namespace {

/// A run with these values of queries, as one of a grid of rules and users.
RunFolder run_of(const std::string& rule, const std::string& users,
                 const std::vector<double>& values) {
  std::vector<QueryValue> all;
  for (std::size_t q = 0; q < values.size(); ++q)
    all.push_back({"q" + std::to_string(q), values[q]});
  RunFolder run = made_run(rule + users, all);
  run.complete = true;
  run.scenario = {{"aggregation.rule", rule}, {"clicks.model", users}};
  return run;
}

/// Runs whose first one describes the table.
ReportData data_of(std::vector<RunFolder> runs, const Json& table) {
  ReportData data;
  data.files.resize(runs.size());
  data.files[0].manifest["table"] = table;
  data.runs = std::move(runs);
  data.varied = {"aggregation.rule", "clicks.model"};
  return data;
}

ReportSection section_of(const ReportData& data) {
  ReportSection section;
  add_tables(data, section);
  return section;
}

const Json kRulesByUsers = {{"rows", {"aggregation.rule"}},
                            {"columns", {"clicks.model"}},
                            {"metric", {"m"}}};

/// Values of queries that all differ from the others by about as much.
const std::vector<double> kLow = {.10, .21, .32, .40, .51, .62, .70, .80};
const std::vector<double> kHigh = {.30, .40, .53, .60, .71, .81, .91, .98};

Json with_baseline() {
  Json table = kRulesByUsers;
  table["baseline"] = "aggregation.rule=mean";
  return table;
}

}  // namespace

TEST_CASE("rows and columns are values of keys, and an absent place is empty") {
  const ReportSection section = section_of(data_of(
      {run_of("mean", "perfect", {0.5}), run_of("krum", "perfect", {0.25}),
       run_of("mean", "pbm", {0.75})},
      kRulesByUsers));
  const auto tables = tables_in(section);
  REQUIRE(tables.size() == 1);
  CHECK(tables[0].title == "m");
  CHECK(tables[0].columns == Texts{"aggregation.rule", "perfect", "pbm"});
  CHECK(rows_in(tables[0]) == Texts{"mean|0.5000|0.7500", "krum|0.2500|-"});
  CHECK(tables[0].note == "Mean ± standard deviation over runs.");
  CHECK(section.blocks.size() == 1);
}

TEST_CASE("a key that varies and has no place adds to the rows") {
  Json table = kRulesByUsers;
  table["columns"] = Json::array();
  const auto tables = tables_in(section_of(
      data_of({run_of("mean", "perfect", {0.5}), run_of("mean", "pbm", {0.75})},
              table)));
  REQUIRE(tables.size() == 1);
  CHECK(tables[0].columns == Texts{"aggregation.rule", "clicks.model", "m"});
  CHECK(rows_in(tables[0]) == Texts{"mean|perfect|0.5000", "mean|pbm|0.7500"});
}

TEST_CASE("a baseline is strong, and others of its column are tested") {
  ReportData data = data_of(
      {run_of("krum", "perfect", kHigh), run_of("mean", "perfect", kLow),
       run_of("krum", "pbm", kLow), run_of("mean", "pbm", kHigh)},
      with_baseline());
  const auto table = tables_in(section_of(data)).at(0);
  CHECK(rows_in(table) == Texts{"krum|0.6550▲|0.4575▼", "mean|0.4575|0.6550"});
  CHECK_FALSE(table.rows[0][1].strong);
  CHECK(table.rows[1][1].strong);
  CHECK(contains(table.note, "Baseline, in bold: aggregation.rule=mean."));
  CHECK(contains(table.note, "over the 2 comparisons of this table"));

  const auto tests_after = [&](const auto& change) {
    ReportData changed = data;
    change(changed);
    const auto tables = tables_in(section_of(changed));
    return contains(tables.at(0).note, "two-tailed test over 8 queries");
  };
  CHECK(tests_after([](ReportData&) {}));
  CHECK_FALSE(tests_after([](ReportData& in) {  // the terminal
    in.depth = ReportDepth::kBrief;
  }));
  CHECK_FALSE(tests_after(
      [](ReportData& in) { in.runs[0].data = in.runs[2].data = "other"; }));
  CHECK_FALSE(tests_after([](ReportData& in) {
    in.runs[1].complete = in.runs[3].complete = false;
  }));
  CHECK_FALSE(tests_after([](ReportData& in) {
    in.files[0].manifest["table"]["baseline"] = "aggregation.rule=median";
  }));
}

TEST_CASE("a run that was cut short has its value, marked") {
  ReportData data = data_of({run_of("mean", "perfect", {0.5})}, kRulesByUsers);
  data.runs[0].complete = false;
  CHECK(rows_in(tables_in(section_of(data)).at(0)) ==
        Texts{"mean|0.5000 (cut short)"});
}

TEST_CASE("published values stand beside ours, and their orders below") {
  Json table = kRulesByUsers;
  table["source"] = "a paper";
  const auto printed = [](const char* rule, double value, const char* text) {
    return Json{{"at", {{"aggregation.rule", rule}, {"clicks.model", "pbm"}}},
                {"value", value},
                {"printed", text}};
  };
  table["published"] = {printed("mean", 0.9, ".90"),
                        printed("krum", 0.1, "0.1")};
  const ReportData data = data_of(
      {run_of("mean", "pbm", kLow), run_of("krum", "pbm", kHigh),
       run_of("mean", "perfect", {0.5}), run_of("krum", "perfect", {0.5})},
      table);
  const ReportSection section = section_of(data);
  const auto shown = tables_in(section).at(0);
  CHECK(shown.columns ==
        Texts{"aggregation.rule", "pbm", "pbm, published", "perfect"});
  CHECK(rows_in(shown) ==
        Texts{"mean|0.4575|0.90|0.5000", "krum|0.6550|0.1|0.5000"});
  CHECK(shown.note.ends_with("After a paper."));
  const std::string spoken = spoken_in(section);
  CHECK(contains(spoken, "orders agree in 0 of 1 pair"));
  CHECK(contains(spoken, "pbm: published mean > krum, here krum > mean"));
  CHECK(contains(spoken, "0 of 0 pairs in the same order, 1 of 1 in another"));
}

TEST_CASE("methods of a silo are rows, by the metrics of each") {
  ReportData data =
      data_of({run_of("mean", "perfect", {0.5})},
              {{"rows", {"silo.method"}}, {"metric", {"ndcg@10", "none"}}});
  data.varied.clear();
  data.files[0].summary["methods"] = {
      {"bm25", {{"metrics", {{"ndcg@10", {{"mean", 0.5}, {"std", 0.25}}}}}}},
      {"local",
       {{"metrics", {{"ndcg@10", {{"mean", 0.75}, {"std", nullptr}}}}}}}};
  const auto tables = tables_in(section_of(data));
  REQUIRE(tables.size() == 2);
  CHECK(rows_in(tables[0]) == Texts{"bm25|0.5000 ± 0.2500", "local|0.7500"});
  CHECK(rows_in(tables[1]) == Texts{"bm25|-", "local|-"});
}

TEST_CASE("a scenario without rows has no table") {
  CHECK(section_of(
            data_of({run_of("mean", "perfect", {0.5})}, {{"metric", {"m"}}}))
            .blocks.empty());
}

}  // namespace fedltr::picture_table_test
