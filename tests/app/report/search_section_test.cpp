#include <doctest/doctest.h>

#include "algorithms/data/letor.hpp"
#include "tests/app/report/report_support.hpp"

namespace fedltr::search_section_test {
using namespace fedltr::test;

TEST_CASE("pictures of a silo are taken as they are, up to 512 KiB") {
  TemporaryFolder folder;
  ReportData data = data_of_runs({"a"});
  data.runs[0].folder = folder / "a";
  CHECK(search_section(data).blocks.empty());
  folder.write("a/relevance-exact.svg", "<svg>exact</svg>");
  folder.write("a/features.svg", "<svg>features</svg>");
  const auto pictures = blocks_in<ReportPicture>(search_section(data));
  REQUIRE(pictures.size() == 2);
  CHECK(pictures[0].title == "Features of one party's instances");
  CHECK(pictures[0].svg == "<svg>features</svg>");
  CHECK(pictures[1].title == "The same by exact counts");
  folder.write("a/relevance.svg", std::string(1 << 19, ' '));
  CHECK(blocks_in<ReportPicture>(search_section(data)).size() == 3);
  folder.write("a/relevance.svg", std::string((1 << 19) + 1, ' '));
  CHECK_THROWS_WITH_AS(search_section(data), doctest::Contains("relevance.svg"),
                       DataError);
}

TEST_CASE("a search has its success, its cost and its times, point by point") {
  ReportData data = data_of_runs({"a", "b"});
  data.files[0].summary = parse_json(R"({"retrieval": {"kind": "rtk",
    "cover_rate": 0.5, "bytes_moved_per_term": 1000.5, "bytes_stored": 2000000,
    "bytes_of_sketches": 3000}, "correlation": {"body-bm25": 0.25},
    "candidates": {"depth": 1000, "recall": 0.75, "test_queries": 20,
                   "unjudged": 2, "irrelevant": 1}})");
  data.files[0].search = {{"rtk_seconds", 0.0125}, {"naive_seconds", 0.25}};
  const auto tables = tables_in(search_section(data));
  REQUIRE(tables.size() == 2);
  CHECK(rows_in(tables[0]) == Texts{"a|1,000|0.7500|20|2|1"});
  CHECK(rows_in(tables[1]) ==
        Texts{"a|rtk|0.5000|1000|2,000,000|3,000|12.5|250|-|-|0.2500"});
  CHECK(tables[1].brief == tables[1].columns.size());
}

TEST_CASE("the papers' bounds stand beside what was measured") {
  ReportData data = data_of_runs({"a"});
  data.files[0].summary = parse_json(R"({"bounds": {
    "answer": {"epsilon_claimed": 0.5, "epsilon": null},
    "term": {"counts": 9, "error": 1.5, "error_bound": 10, "rate": 0,
             "rate_bound": 0.25},
    "query": {"counts": 4, "error": 2, "error_bound": 20, "rate": 0.125,
              "rate_bound": 0.25},
    "cover": {"rate": 0.75, "bound": 0}}})");
  const auto tables = tables_in(search_section(data));
  REQUIRE(tables.size() == 1);
  CHECK(tables[0].title == "Bounds of the papers' theorems");
  CHECK(rows_in(tables[0]) ==
        Texts{"a|0.5000|-|10.0000|1.5000|20.0000|2.0000|0.2500|0.0000|0.1250|"
              "0.0000|0.7500"});
}

TEST_CASE("features that are constant have no correlation") {
  ReportData data = data_of_runs({"x"});
  data.files[0].summary =
      parse_json(R"({"correlation": {"title-length": 1, "title-tf": null}})");
  const auto tables = tables_in(search_section(data));
  REQUIRE(tables.size() == 1);
  CHECK(rows_in(tables[0]) == Texts{"title-length|1.0000"});
  data.files[0].summary = parse_json(R"({"correlation": {"title-tf": null}})");
  CHECK(search_section(data).blocks.empty());
}

}  // namespace fedltr::search_section_test
