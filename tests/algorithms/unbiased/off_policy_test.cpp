#include "algorithms/unbiased/off_policy.hpp"

#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include "tests/algorithms/unbiased/logged_world.hpp"

namespace fedltr::off_policy_test {
namespace {

using test::LoggedWorld;

const std::vector<double> kRelevant = {0.1, 0.4, 0.9};

/// All documents of a query, in reverse order of their places.
std::vector<Index> reversed(const Dataset& data, Index query) {
  std::vector<Index> order(data.size(query));
  std::iota(order.rbegin(), order.rend(), Index{0});
  return order;
}

double discount(std::size_t rank) {
  return rank < 10 ? 1 / std::log2(2.0 + double(rank)) : 0;
}

/// The value that the estimate is of: over the searches of the log.
double true_dcg(const LoggedWorld& world) {
  double sum = 0;
  for (Index session = 0; session < world.log->sessions(); ++session) {
    const Index query = world.log->list(session).query;
    const auto order = reversed(*world.data, query);
    for (std::size_t rank = 0; rank < order.size(); ++rank)
      sum +=
          discount(rank) * kRelevant[world.data->labels_of(query)[order[rank]]];
  }
  return sum / double(world.log->sessions());
}

OffPolicyValue estimate(const LoggedWorld& world, double least = 0.001) {
  return estimate_off_policy(
      {*world.log, world.user->examination(),
       [&](Index query) { return reversed(*world.data, query); }, 10, least});
}

}  // namespace

TEST_CASE("the value of a ranker is found from lists of another one") {
  for (const std::string user : {"pbm", "trust", "dcm"}) {
    CAPTURE(user);
    int inside = 0;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      const LoggedWorld world(
          user.c_str(), {{"click", kRelevant}},
          {.sessions = 4000, .temperature = 1, .users = 400, .list = 12}, seed);
      const OffPolicyValue found = estimate(world);
      CHECK(found.overlap == doctest::Approx(1));
      const double truth = true_dcg(world);
      CHECK(std::abs(found.dcg.mean - truth) < 0.15 * truth);
      inside += found.dcg.low <= truth && truth <= found.dcg.high;
    }
    CHECK(inside >= 8);
  }
}

TEST_CASE("clicks without correction mistake the value") {
  const LoggedWorld world("pbm", {{"click", kRelevant}},
                          {.sessions = 4000, .users = 400, .list = 12});
  const double truth = true_dcg(world);
  const OffPolicyValue wrong =
      estimate_off_policy({*world.log, Examination{{1}}, [&](Index query) {
                             return reversed(*world.data, query);
                           }});
  CHECK(wrong.dcg.high < truth);
}

TEST_CASE("documents that no list showed are missing from the overlap") {
  Dataset data(1);
  data.add_query("q", std::vector<double>{1, 2, 3, 4},
                 std::vector<std::uint8_t>{0, 0, 0, 1});
  SessionLog log;
  log.add(0, 0, std::vector<Index>{0, 1}, std::vector<std::uint8_t>{1, 0});
  const OffPolicyValue found =
      estimate_off_policy({log, Examination{{1, 0.5}},
                           [&](Index query) { return reversed(data, query); }});
  const double all = discount(0) + discount(1) + discount(2) + discount(3);
  CHECK(found.overlap == doctest::Approx((discount(2) + discount(3)) / all));
  CHECK(found.dcg.mean == doctest::Approx(discount(3)));
  CHECK(found.logged_dcg.mean == doctest::Approx(1));
  CHECK(found.gain.mean == doctest::Approx(discount(3) - 1));
  CHECK(found.discount.mean == doctest::Approx(discount(3)));
  CHECK(std::isinf(found.dcg.high));  // one user
}

TEST_CASE("a document counts as shown in the searches that showed it") {
  SessionLog log;
  log.add(0, 0, std::vector<Index>{0, 1}, std::vector<std::uint8_t>{1, 0});
  log.add(0, 0, std::vector<Index>{2, 3}, std::vector<std::uint8_t>{1, 0});
  const OffPolicyValue found =
      estimate_off_policy({log, Examination{{1, 0.5}}, [](Index) {
                             return std::vector<Index>{0, 1, 2, 3};
                           }});
  CHECK(found.overlap == doctest::Approx(0.5));
}

TEST_CASE("clicks below the least propensity are counted") {
  SessionLog log;
  log.add(0, 0, std::vector<Index>{0, 1}, std::vector<std::uint8_t>{1, 1});
  const OffPolicyValue found =
      estimate_off_policy({log, Examination{{1, 0.01}},
                           [](Index) {
                             return std::vector<Index>{0, 1};
                           },
                           10, 0.1});
  CHECK(found.clicks == 2);
  CHECK(found.clipped == 1);
  CHECK(found.dcg.mean == doctest::Approx(1 + 10 * discount(1)));
}

TEST_CASE("an empty log has no value") {
  CHECK_THROWS_AS(
      estimate_off_policy({SessionLog(), Examination{{1}},
                           [](Index) { return std::vector<Index>(); }}),
      std::invalid_argument);
}

}  // namespace fedltr::off_policy_test
