#include <limits>

#include "app/results/federation_files.hpp"
#include "tests/support/csv.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/small_results.hpp"

namespace fedltr::propensities_csv_test {
using namespace fedltr::test;

namespace {

using Rows = std::vector<std::vector<std::string>>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A learner that has learned an examination.
struct Learned : Learner {
  explicit Learned(Examination found) : found(std::move(found)) {}
  std::unique_ptr<LocalLearning> begin(const VectorView&, Index,
                                       LearnerStreams&,
                                       Eigen::Ref<Vector>) const override {
    return nullptr;
  }
  Examination learned_examination(const VectorView&) const override {
    return found;
  }
  Examination found;
};

Run learned_run(std::uint32_t fold, std::uint32_t repeat,
                const std::vector<double>& propensity) {
  Run run = small_run(0.5, repeat);
  run.fold = static_cast<int>(fold);
  run.plan.learner = std::make_shared<Learned>(Examination{propensity});
  return run;
}

/// Returns the table of some runs that learned propensities.
Rows rows_of(std::vector<Run> runs) {
  SmallResults small;
  small.scenario =
      default_scenario({"learner.method=dla", "logging.sessions=100"});
  small.runs = std::move(runs);
  return cells_of(text_of(propensities_csv_file(), small.results()));
}

/// Returns the ends of the interval of each row, "low-high".
std::vector<std::string> intervals_in(const Rows& rows) {
  std::vector<std::string> all;
  for (std::size_t r = 1; r < rows.size(); ++r)
    all.push_back(rows[r][6] + "-" + rows[r][7]);
  return all;
}

}  // namespace

TEST_CASE("learners that need no examination have no propensities.csv") {
  CHECK(written(propensities_csv_file(), SmallResults().results()).empty());
  SmallResults members;
  members.scenario =
      default_scenario({"learner.method=dla", "logging.sessions=100"});
  members.scenario.members.on = true;  // each knows its own alone
  CHECK(written(propensities_csv_file(), members.results()).empty());
}

TEST_CASE("a rank has a row, and nothing where a column is not known") {
  const Rows rows = rows_of({learned_run(1, 1, {1, 1.0 / 3})});
  REQUIRE(rows.size() == 3);
  CHECK(rows[0] == std::vector<std::string>{"fold", "repeat", "rank",
                                            "propensity", "offset", "proceed",
                                            "low", "high"});
  CHECK(rows[1] ==
        std::vector<std::string>{"1", "1", "1", "1", "", "", "", ""});
  CHECK(rows[2] == std::vector<std::string>{"1", "1", "2", "0.3333333333333333",
                                            "", "", "", ""});
  CHECK(rows_of({learned_run(1, 1, {1})}).size() == 2);
}

TEST_CASE("a curve of other columns keeps its own lengths") {
  Run run = small_run(0.5);
  run.plan.learner = std::make_shared<Learned>(
      Examination{.propensity = {}, .offset = {0.25}, .proceed = {0.5, 0.75}});
  const Rows rows = rows_of({run});
  REQUIRE(rows.size() == 3);
  CHECK(rows[1] ==
        std::vector<std::string>{"1", "1", "1", "", "0.25", "0.5", "", ""});
  CHECK(rows[2] ==
        std::vector<std::string>{"1", "1", "2", "", "", "0.75", "", ""});
}

TEST_CASE("learned propensities have the interval of their fold's repeats") {
  const Rows rows =
      rows_of({learned_run(1, 1, {1, 0.25}), learned_run(1, 2, {1, 0.75})});
  REQUIRE(rows.size() == 5);
  // Mean .5, sample deviation .25 sqrt 2; with one degree of freedom Student's
  // .975 is 12.7062, and the half width .25 times it.
  CHECK(std::stod(rows[2][6]) == doctest::Approx(0.5 - 0.25 * 12.7062));
  CHECK(std::stod(rows[2][7]) == doctest::Approx(0.5 + 0.25 * 12.7062));
  CHECK(rows[4][6] == rows[2][6]);
  CHECK(rows[1][6] == "1");
  CHECK(rows[1][7] == "1");
}

TEST_CASE("a number that diverged leaves its rank unknown, and no other") {
  const Rows rows = rows_of(
      {learned_run(1, 1, {1, 0.25, 2}), learned_run(1, 2, {1, kNaN, 2})});
  CHECK(intervals_in(rows) ==
        std::vector<std::string>{"1-1", "0-inf", "2-2", "1-1", "0-inf", "2-2"});
  CHECK(intervals_in(rows_of(
            {learned_run(1, 1, {kInfinity}), learned_run(1, 2, {1})})) ==
        std::vector<std::string>{"0-inf", "0-inf"});
}

TEST_CASE("a fold of one repeat takes no interval from the others") {
  const auto intervals =
      intervals_in(rows_of({learned_run(1, 1, {2}), learned_run(2, 1, {1}),
                            learned_run(2, 2, {1}), learned_run(3, 1, {1})}));
  CHECK(intervals == std::vector<std::string>{"-", "1-1", "1-1", "-"});
}

}  // namespace fedltr::propensities_csv_test
