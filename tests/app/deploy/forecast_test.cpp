#include "app/deploy/forecast.hpp"

#include <limits>
#include <sstream>

#include "app/base/errors.hpp"
#include "app/deploy/joining_gain.hpp"
#include "tests/support/own_run.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::forecast_test {
using namespace fedltr::test;

namespace {

const std::string kNoisy = "epsilon = 2\nnoise = sound\n";

ForecastInputs forecast_of(const OwnRun& run, const OwnLimits& limits = {}) {
  return {run.agreement, run.plan, 0, run.folder / "ledger.csv", 0, limits};
}

/// Rankers of which this many held-out queries count.
OwnRankers rankers_of(Index counted) {
  OwnRankers rankers;
  rankers.values["bm25"] =
      Matrix::Constant(20, 1, std::numeric_limits<double>::quiet_NaN());
  rankers.values["bm25"].topRows(counted).setConstant(0.5);
  return rankers;
}

}  // namespace

TEST_CASE("answers above the own limit are withheld") {
  const OwnRun run(kNoisy);
  const ForecastCost all = forecast_cost(forecast_of(run));
  OwnLimits limits;
  limits.answers = 3;
  const ForecastCost three = forecast_cost(forecast_of(run, limits));
  CHECK(three.releases > 0);
  CHECK(three.releases < all.releases);
  CHECK(three.withheld > 0);
  CHECK(three.most <= all.most);
}

TEST_CASE("own limits are by member, and in all") {
  const OwnRun run(kNoisy);
  const auto releases = [&](const OwnLimits& limits) {
    return forecast_cost(forecast_of(run, limits)).releases;
  };
  OwnLimits refuses_one;
  refuses_one.refused = {"b"};
  OwnLimits refuses_all;
  refuses_all.refused = {"b", "c"};
  const std::uint64_t all = releases({});
  CHECK(releases(refuses_one) > 0);
  CHECK(releases(refuses_one) < all);
  CHECK(releases(refuses_all) == 0);
  OwnLimits none;
  none.answers_a_run = 0;
  CHECK(releases(none) == 0);
  OwnLimits each;
  each.answers_a_member = 1;
  OwnLimits once;
  once.answers = 1;
  CHECK(releases(each) > releases(once));
  CHECK(releases(once) > 0);
}

TEST_CASE("a party without queries asks nothing, its share is none") {
  CHECK(ForecastCost().asked() == 0);
  ForecastCost cost;
  cost.queries = 4;
  cost.unasked = 1;
  CHECK(cost.asked() == 0.75);
  cost.unasked = 4;
  CHECK(cost.asked() == 0);
}

TEST_CASE("too few held-out queries are a doubt, enough are none") {
  const OwnRun run(kNoisy);
  const auto few = doubt_of(forecast_of(run), rankers_of(kFewestQueries - 1));
  REQUIRE(few.has_value());
  CHECK(few->code == kBadData);
  has(few->why, "5 held-out queries count, and of fewer than 6");
  CHECK_FALSE(doubt_of(forecast_of(run), rankers_of(kFewestQueries)));
  // Without any query of them at all.
  REQUIRE(doubt_of(forecast_of(run), OwnRankers()).has_value());
}

TEST_CASE("a forecast names own limits that withhold all") {
  const OwnRun run(kNoisy);
  OwnLimits limits;
  limits.answers = 0;
  std::ostringstream out;
  CHECK(print_forecast(out, forecast_of(run, limits)) == kBudgetSpent);
  has(out.str(), "answers     ");
  has(out.str(), ", with 0 releases about documents; ");
  has(out.str(), "budget      is spent for all documents");
  std::ostringstream free;
  CHECK(print_forecast(free, forecast_of(run)) == kDone);
  CHECK(free.str().find("budget      is spent") == std::string::npos);
}

TEST_CASE("without questions the forecast has no cost, and no budget") {
  OwnRun silent(kNoisy);
  silent.plan.asks = false;  // as with silo.method = global
  std::ostringstream out;
  CHECK(print_forecast(out, forecast_of(silent)) == kDone);
  has(out.str(), "No method of the agreement\n            asks questions");
  CHECK(out.str().find("epsilon") == std::string::npos);
  has(out.str(), "alone       ");
}

TEST_CASE(
    "a forecast counts two questions a query, and what a budget withholds") {
  const OwnRun free("epsilon = 2\nnoise = sound\n");
  const ForecastCost cost = free.cost();
  CHECK(cost.queries > 0);
  CHECK(cost.questions <= 2 * 2 * cost.queries);  // of two members
  CHECK(cost.questions > 2 * cost.queries);
  CHECK(cost.withheld == 0);
  CHECK(cost.releases >= cost.most);
  CHECK(cost.accounted > 0);
  CHECK(cost.question_bytes > 0);
  CHECK(cost.answer_bytes > 0);
  CHECK(cost.asked() == 1);
  const ForecastCost bounded =
      OwnRun("epsilon = 2\nnoise = sound\n[privacy]\nbudget = 4\n").cost();
  CHECK(bounded.withheld > 0);
  CHECK(bounded.accounted <= 4);
  CHECK(bounded.releases < cost.releases);
  OwnRun silent;
  silent.plan.asks = false;  // as with silo.method = global
  CHECK(silent.cost().questions == 0);
}

TEST_CASE("without questions of its own a party only answers") {
  OwnRun run("epsilon = 2\nnoise = sound\n");
  OwnLimits limits;
  limits.questions_a_query = 0;
  std::ostringstream out;
  print_forecast(
      out, {run.agreement, run.plan, 0, run.folder / "ledger.csv", 0, limits});
  has(out.str(), "questions   0, by ");
  has(out.str(), "verdict     no own query is asked");
}

}  // namespace fedltr::forecast_test
