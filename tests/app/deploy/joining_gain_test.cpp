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

/// Gains by query: -.1 and .3 by ndcg@10, and an empty query; -.5, -.4 and -.45
/// by map; one query only by err.
JoiningGain some_gain() {
  Matrix joint(3, 3);
  joint << 0.4, 0.1, 0.5, 0.8, 0.2, kEmpty, kEmpty, 0.15, kEmpty;
  Matrix alone(3, 3);
  alone << 0.5, 0.6, 0.5, 0.5, 0.6, 0.5, 0.5, 0.6, 0.5;
  return joining_gain("cs-f-ltr", joint, "local", alone, kMetrics);
}

}  // namespace

TEST_CASE(
    "a gain is the mean difference of queries that count, with its interval") {
  const JoiningGain gain = some_gain();
  REQUIRE(gain.metrics.size() == 3);
  // The largest loss stands first: -.45 +- 4.3027 * .05 / sqrt(3).
  const MetricGain& lost = gain.metrics[0];
  CHECK(lost.metric == "map");
  CHECK(lost.loses());
  CHECK(lost.gain->mean == doctest::Approx(-0.45));
  CHECK(lost.gain->interval == doctest::Approx(0.12421).epsilon(1e-3));
  // .1 +- 12.706 * .28284 / sqrt(2): not significant.
  const MetricGain& open = gain.metrics[1];
  CHECK(open.metric == "ndcg@10");
  CHECK(open.gain->pairs == 2);
  CHECK(open.gain->mean == doctest::Approx(0.1));
  CHECK(open.gain->interval == doctest::Approx(2.5412).epsilon(1e-3));
  CHECK_FALSE(open.loses());
  CHECK_FALSE(open.wins());
  CHECK_FALSE(gain.metrics[2].gain.has_value());
}

TEST_CASE("a party that loses by joining reads so first") {
  std::ostringstream out;
  print_joining(out, some_gain());
  CHECK(out.str() ==
        "joining     cs-f-ltr less local, own held-out queries; 95 % for each "
        "metric by itself:\n"
        "  map          -0.4500 +- 0.1242, 3 queries:  YOU LOSE BY JOINING\n"
        "  ndcg@10      +0.1000 +- 2.5412, 2 queries:  no difference is shown\n"
        "  err          too few queries to decide\n");
  const Json json = joining_json(some_gain());
  CHECK(json.at("over") == "local");
  CHECK(json.at("metrics").begin().key() == "map");
  CHECK(json.at("metrics").at("map").at("verdict") == "YOU LOSE BY JOINING");
  CHECK_FALSE(json.at("metrics").at("err").contains("gain"));
}

}  // namespace fedltr::joining_gain_test
