#include <algorithm>
#include <limits>

#include "app/results/federation_files.hpp"
#include "tests/support/csv.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/small_results.hpp"

namespace fedltr::rounds_csv_test {
using namespace fedltr::test;

namespace {

using Rows = std::vector<std::vector<std::string>>;

}  // namespace

TEST_CASE(
    "rounds.csv has a row per evaluated round, nan where no client searched") {
  const SmallResults small;
  CHECK(text_of(rounds_csv_file(), small.results()) ==
        "fold,repeat,round,interactions,ndcg@10,online_ndcg@10,"
        "online_discounted,clients,dropped,refused,bytes_up,bytes_down,"
        "epsilon,online_maxrr@10,rejected_attackers,rejected_honest\n"
        "1,1,0,0,0.25,nan,0,0,0,0,0,0,inf,nan,0,0\n"
        "1,1,4,24,0.5,0.5,4,2,4,8,400,800,inf,0.75,12,16\n");
}

TEST_CASE("rows of a learning curve are run by run, round by round") {
  SmallResults small;
  small.runs = {small_run(0.5), small_run(1, 2), small_run(0.75)};
  small.runs[2].fold = 2;
  small.runs[1].result.rounds[1].epsilon = 0.1;
  const Rows rows = cells_of(text_of(rounds_csv_file(), small.results()));
  REQUIRE(rows.size() == 1 + 3 * 2);
  const auto epsilon = std::ranges::find(rows[0], "epsilon") - rows[0].begin();
  std::vector<std::string> order;
  for (const auto& row : rows)
    order.push_back(row[0] + "-" + row[1] + "-" + row[2]);
  CHECK(order == std::vector<std::string>{"fold-repeat-round", "1-1-0", "1-1-4",
                                          "1-2-0", "1-2-4", "2-1-0", "2-1-4"});
  const auto place = static_cast<std::size_t>(epsilon);
  CHECK(rows[2][place] == "inf");
  CHECK(rows[4][place] == "0.1");
}

TEST_CASE("rounds.csv marks the row of the result where the best is kept") {
  SmallResults small;
  set(small.scenario, "evaluation.keep", "best");
  small.runs = {small_run(0.5), small_run(0.5, 2)};
  small.runs[0].result.kept = 0;
  small.runs[1].result.kept = 4;
  const Rows rows = cells_of(text_of(rounds_csv_file(), small.results()));
  REQUIRE(rows.size() == 5);
  CHECK(rows[0].back() == "kept");
  std::string kept;
  for (const auto& row : rows) kept += row.back().substr(0, 1);
  CHECK(kept == "k1001");
}

TEST_CASE("numbers of rounds.csv are exact, and no count overflows") {
  SmallResults small;
  RoundRecord& last = small.runs[0].result.rounds.back();
  last.metrics = {1.0 / 3};
  last.bytes_up = std::numeric_limits<std::uint64_t>::max();
  last.online_discounted = -0.0;
  const Rows rows = cells_of(text_of(rounds_csv_file(), small.results()));
  const auto cell = [&](const std::string& column) {
    const auto found = std::ranges::find(rows[0], column);
    REQUIRE(found != rows[0].end());
    return rows[2][static_cast<std::size_t>(found - rows[0].begin())];
  };
  CHECK(cell("ndcg@10") == "0.3333333333333333");
  CHECK(cell("bytes_up") == "18446744073709551615");
}

TEST_CASE("a run of its initial model alone has one row") {
  SmallResults small;
  small.runs[0].result.rounds.pop_back();
  CHECK(cells_of(text_of(rounds_csv_file(), small.results())).size() == 2);
}

}  // namespace fedltr::rounds_csv_test
