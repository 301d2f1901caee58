// Every table, against its description.
#include <algorithm>
#include <regex>

#include "app/results/silo_files.hpp"
#include "app/results/study_files.hpp"
#include "tests/support/csv.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/small_results.hpp"

namespace fedltr::columns_test {
using namespace fedltr::test;

namespace {

using Rows = std::vector<std::vector<std::string>>;

bool is_table(const std::string& name) {
  return name.ends_with(".csv") || name.ends_with(".tsv");
}

/// Checks that a table's column names are those of its description, in order;
/// METRIC stands for ndcg@10, KEY for silo.top or run.seed.
/// @param without  columns that these results lack
template <class Results>
void check_names(const OutputFile<Results>& file, const Results& results,
                 const std::string& key = "",
                 const std::vector<std::string>& without = {}) {
  CAPTURE(file.about.name);
  std::vector<std::string> described;
  for (const OutputField& field : file.about.fields) {
    // Only where validation queries choose a round.
    if (field.name == "validation_METRIC" || field.name == "kept") continue;
    if (std::ranges::count(without, field.name) > 0) continue;
    std::string name =
        std::regex_replace(field.name, std::regex("METRIC"), "ndcg@10");
    described.push_back(std::regex_replace(name, std::regex("KEY"), key));
  }
  const auto texts = written(file, results);
  REQUIRE_FALSE(texts.empty());
  for (const auto& [name, text] : texts) {
    const char separator = name.ends_with(".tsv") ? '\t' : ',';
    CHECK(cells_of(text, separator).at(0) == described);
  }
}

/// Results for which every table of a federation is written.
SmallResults full_results() {
  SmallResults small;
  small.runs[0].plan.rule = [] { return nullptr; };
  small.runs[0].result.rounds[1].rejected = {1};
  small.runs[0].result.rounds[1].faults.unused = 1;
  small.runs[0].result.held_out = {{5, 4, 95, 0.7}};
  return small;
}

PointResults small_point(const std::string& value) {
  PointResults point;
  point.settings = {{"run.seed", value}};
  point.folder = point_folder(point.settings, 0);
  point.metrics = {{"ndcg@10", {0.5, 0.25, 2}}};
  point.unlearned.emplace_back();
  return point;
}

const std::string kHostile = "a\"b,c\td\re\nf";

}  // namespace

TEST_CASE("the columns of a federation's tables are the documented ones") {
  const SmallResults small = full_results();
  std::size_t tables = 0;
  for (const FederationFile& file : federation_files()) {
    // Not every run writes these: see the registry's test.
    if (!is_table(file.about.name) || file.about.name == "propensities.csv" ||
        file.about.name == "compared.csv")
      continue;
    ++tables;
    check_names(file, small.results());
  }
  CHECK(tables == 6);
}

TEST_CASE("so are those of a silo's, of grids and of numbers of threads") {
  SiloPoint point = small_silo_point();
  point.runs[0].methods.at("global").curve = Matrix{{0, 20, 0.5}};
  point.search = SearchTime{7, 0.25, 2, 0.5, 0.125};
  for (const SiloFile& file : silo_files())
    if (is_table(file.about.name))
      check_names(file, SiloResults{point, Timing()});
  point.plans.push_back(point.plans[0]);  // one of its repeats has ended
  const auto silos = rows_of({point});
  check_names(
      grid_csv_file(), GridResults{"tiny", silos}, "silo.top",
      {"before", "retrained", "gap_closed", "distance_left", "steps_saved"});
  check_names(grid_timing_file(), GridResults{"tiny", silos}, "silo.top");
  std::vector<PointResults> grid = {small_point("1")};
  grid[0].cut_short = "1 of 2 runs ended";
  check_names(grid_csv_file(), GridResults{"tiny", grid}, "run.seed",
              {"method", "cover_rate", "bytes_moved_per_term", "bytes_stored",
               "body_bm25_correlation", "cover_bound", "count_error",
               "count_error_bound", "accounted_counts", "withheld"});
  const std::vector<SpeedupRow> rows = {{1, 2, 3, 4, 5, "abc"}};
  check_names(speedup_csv_file(), SpeedupResults{rows, {}});
}

TEST_CASE("no name of a study can break a row of its grid") {
  const std::vector<PointResults> points = {small_point(kHostile),
                                            small_point("")};
  const Rows rows = cells_of(grid_csv(points));
  REQUIRE(rows.size() == 3);
  CHECK(rows[1][0] == "point-1");
  CHECK(rows[1][1] == kHostile);
  CHECK(rows[2][0] == "run.seed=");
  CHECK(rows[2][1].empty());
  SiloPoint silo = small_silo_point();
  silo.described.settings = {{"silo.top", kHostile}};
  const Rows methods = cells_of(grid_csv(rows_of({silo})));
  REQUIRE(methods.size() == 3);
  CHECK(methods[1][1] == kHostile);
}

TEST_CASE("a query's name is one cell, whatever it is") {
  SiloPoint point = small_silo_point();
  point.runs[0].names = {kHostile, "q2"};
  point.runs[0].methods.at("global").queries(1, 0) = 0.25;
  const Rows rows = cells_of(
      text_of(silo_per_query_file(), SiloResults{point, Timing()}), '\t');
  REQUIRE(rows.size() == 3);
  CHECK(rows[1][0] == kHostile);
  CHECK(rows[1][2] == "0.5");
  CHECK(rows[2][0] == "q2");
}

TEST_CASE("rejected clients are listed by the round of the rejection") {
  SmallResults small = full_results();
  Run& first = small.runs[0];
  // Client 0 attacks up to round 3; a round in rounds.csv need not be a
  // training round.
  first.plan.attack.schedule = AttackSchedule(1, {{4, Event::kHonest, {}}});
  first.result.rounds[1].rejected = {0};
  first.result.rounds[1].time = 3;
  first.result.rounds.push_back(small_record(7, 0.5));
  first.result.rounds.back().rejected = {0, 1};
  const Rows rows = cells_of(text_of(rejected_csv_file(), small.results()));
  REQUIRE(rows.size() == 4);
  CHECK(rows[1] == std::vector<std::string>{"1", "1", "4", "0", "yes"});
  CHECK(rows[2] == std::vector<std::string>{"1", "1", "7", "0", "no"});
  CHECK(rows[3] == std::vector<std::string>{"1", "1", "7", "1", "no"});
}

}  // namespace fedltr::columns_test
