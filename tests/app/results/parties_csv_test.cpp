// Tables of a silo with several repeats and metrics.
#include <map>

#include "app/results/silo_files.hpp"
#include "tests/support/csv.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/small_results.hpp"

namespace fedltr::parties_csv_test {
using namespace fedltr::test;

namespace {

using Rows = std::vector<std::vector<std::string>>;

/// Two repeats with two metrics, the second half of the first.
SiloPoint two_metrics() {
  SiloPoint point = small_silo_point();
  point.metrics.push_back(parse_metric("map", {}));
  point.runs.push_back(small_silo_repeat(2));
  for (SiloRepeat& run : point.runs)
    for (auto& [method, result] : run.methods)
      for (Matrix* values : {&result.all, &result.own, &result.queries}) {
        values->conservativeResize(2, 2);
        values->col(1) = values->col(0) / 2;
      }
  return point;
}

/// Cells by column name.
std::vector<std::map<std::string, std::string>> table_of(const SiloFile& file,
                                                         const SiloPoint& p) {
  const Rows rows = cells_of(text_of(file, SiloResults{p, Timing()}));
  std::vector<std::map<std::string, std::string>> table(rows.size() - 1);
  for (std::size_t r = 1; r < rows.size(); ++r)
    for (std::size_t c = 0; c < rows[0].size(); ++c)
      table[r - 1][rows[0][c]] = rows[r][c];
  return table;
}

}  // namespace

TEST_CASE("each metric of a party has its value, its own and its gain") {
  const auto table = table_of(parties_csv_file(), two_metrics());
  REQUIRE(table.size() == 2 * 2 * 2);  // repeats, parties, methods
  const auto& second = table[2];       // repeat 1, party 1, global
  CHECK(second.at("repeat") == "1");
  CHECK(second.at("party") == "1");
  CHECK(second.at("method") == "global");
  CHECK(second.at("ndcg@10") == "0.5");
  CHECK(second.at("gain_ndcg@10") == "-0.25");
  CHECK(second.at("map") == "0.25");
  CHECK(second.at("gain_map") == "-0.125");
  CHECK(second.at("own_map") == "nan");  // it has no evaluated query
  CHECK(table[0].at("own_map") == "0.5");
  CHECK(table[4].at("repeat") == "2");
}

TEST_CASE("a party's disclosures are its own in each repeat") {
  SiloPoint point = two_metrics();
  point.runs[1].excluded = {{0, "it lied"}};
  point.runs[1].withheld = {7, 0};
  point.runs[1].by_party[1].accounted = {9, 8, kNoBound};
  const auto table = table_of(parties_csv_file(), point);
  CHECK(table[0].at("excluded") == "no");
  CHECK(table[4].at("excluded") == "yes");
  CHECK(table[6].at("excluded") == "no");
  CHECK(table[4].at("withheld") == "7");
  CHECK(table[6].at("accounted_counts") == "8");  // the minimum of three
  CHECK(table[2].at("accounted_counts") == "0.5");
}

TEST_CASE("features are listed by name for each repeat") {
  SiloPoint point = two_metrics();
  point.runs[1].correlation.setConstant(0.25);
  const auto table = table_of(features_csv_file(), point);
  REQUIRE(std::ssize(table) == 2 * kTextFeatures);
  CHECK(table[0].at("correlation") == "nan");
  for (std::size_t f = 0; f < kTextFeatures; ++f) {
    CHECK(table[f].at("repeat") == "1");
    CHECK(table[kTextFeatures + f].at("repeat") == "2");
    CHECK(table[f].at("feature") == text_feature_names()[f]);
    CHECK(table[kTextFeatures + f].at("correlation") == "0.25");
  }
}

}  // namespace fedltr::parties_csv_test
