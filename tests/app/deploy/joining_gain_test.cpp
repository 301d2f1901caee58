#include "app/deploy/joining_gain.hpp"

#include <cmath>
#include <limits>
#include <sstream>

#include <doctest/doctest.h>

#include "app/base/json.hpp"

namespace fedltr::joining_gain_test {
namespace {

constexpr double kEmpty = std::numeric_limits<double>::quiet_NaN();
const std::vector<std::string> kMetrics = {"ndcg@10", "map", "err"};

/// Gains of seven queries: by ndcg@10 .1 -.1 .2 0 0 .1 and an empty one, by map
/// about -.45, by err only five count.
JoiningGain some_gain() {
  Matrix joint = Matrix::Constant(7, 3, 0.5);
  Matrix alone = Matrix::Constant(7, 3, 0.5);
  joint.col(0) << 0.6, 0.4, 0.7, 0.5, 0.5, 0.6, kEmpty;
  joint.col(1) << 0, 0.1, 0.05, 0, 0.1, 0.05, 0.05;
  joint.col(2).tail(2).setConstant(kEmpty);
  return joining_gain("cs-f-ltr", joint, "bm25", alone, kMetrics);
}

}  // namespace

TEST_CASE(
    "a gain is the mean difference of queries that count, with its interval") {
  const JoiningGain gain = some_gain();
  CHECK(gain.queries == 7);
  REQUIRE(gain.metrics.size() == 3);
  // The loss stands first: -.45 +- 2.4469 * .040825 / sqrt(7).
  const MetricGain& lost = gain.metrics[0];
  CHECK(lost.metric == "map");
  CHECK(lost.loses());
  CHECK(lost.queries == 7);
  CHECK(lost.gain->mean == doctest::Approx(-0.45));
  CHECK(lost.gain->interval == doctest::Approx(0.037757).epsilon(1e-3));
  // .05 +- 2.5706 * .10488 / sqrt(6): not significant.
  const MetricGain& open = gain.metrics[1];
  CHECK(open.metric == "ndcg@10");
  CHECK(open.queries == 6);
  CHECK(open.gain->mean == doctest::Approx(0.05));
  CHECK(open.gain->interval == doctest::Approx(0.11007).epsilon(1e-3));
  CHECK_FALSE(open.loses());
  CHECK_FALSE(open.wins());
  // Five signs agree by chance with 1/16.
  CHECK(gain.metrics[2].queries == 5);
  CHECK_FALSE(gain.metrics[2].gain.has_value());
}

TEST_CASE("a verdict is corrected for the number of metrics") {
  // t = 2.7298 of seven queries: p = .034 by itself.
  Matrix joint = Matrix::Zero(7, 1);
  joint.col(0) << 0.1, 0.3, 0.0, 0.2, 0.1, 0.05, 0.02;
  const Matrix none = Matrix::Zero(7, 1);
  const std::vector<std::string> one = {"ndcg@10"};
  const JoiningGain single = joining_gain("g", joint, "bm25", none, one);
  CHECK(single.metrics[0].wins());
  CHECK(single.metrics[0].p == doctest::Approx(single.metrics[0].gain->t_test));
  Matrix two(7, 2);
  two << joint, 0.1 * joint.colwise().reverse();
  two.col(1).head(3) *= -1;
  const JoiningGain both = joining_gain("g", two, "bm25", Matrix::Zero(7, 2),
                                        std::vector<std::string>{"a", "b"});
  CHECK_FALSE(both.metrics[0].wins());
  CHECK(both.metrics[0].p == doctest::Approx(2 * both.metrics[0].gain->t_test));
}

TEST_CASE("a party that loses by joining reads so first") {
  std::ostringstream out;
  print_joining(out, some_gain());
  const std::string text = out.str();
  CHECK(text.starts_with(
      "joining     cs-f-ltr less bm25, the best here that needs no joining; 7 "
      "own held-out queries;\n"));
  const auto lost = text.find("  map          -0.4500 +- 0.0378, p ");
  const auto open = text.find("  ndcg@10      +0.0500 +- 0.1101, p ");
  REQUIRE(lost != std::string::npos);
  REQUIRE(open != std::string::npos);
  CHECK(lost < open);
  CHECK(text.find(", 7 queries: YOU LOSE BY JOINING\n") < open);
  CHECK(
      text.ends_with("  err          5 queries: too few queries to decide\n"));
  const Json json = joining_json(some_gain());
  CHECK(json.at("over") == "bm25");
  CHECK(json.at("queries") == 7);
  CHECK(json.at("metrics").begin().key() == "map");
  CHECK(json.at("metrics").at("map").at("verdict") == "YOU LOSE BY JOINING");
  CHECK(json.at("metrics").at("err").at("queries") == 5);
  CHECK_FALSE(json.at("metrics").at("err").contains("gain"));
}

}  // namespace fedltr::joining_gain_test
