#include "algorithms/unbiased/all_pairs.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "tests/algorithms/unbiased/logged_world.hpp"

namespace fedltr::all_pairs_test {
namespace {

using test::LoggedWorld;

Examination estimate(const char* source, const SessionLog& log,
                     std::vector<std::vector<Index>> clients,
                     std::size_t list = 10) {
  PropensityInput input;
  input.log = &log;
  input.clients = std::move(clients);
  input.list = list;
  return find(propensity_sources(), source).make(input);
}

/// Shows documents a and b of query 0 at ranks 0 and 1, with these clicks.
void show(SessionLog& log, Index a, Index b, bool clicks_a, bool clicks_b) {
  const Index documents[] = {a, b};
  const std::uint8_t clicks[] = {clicks_a, clicks_b};
  log.add(0, 0, documents, clicks);
}

/// Sums with this quotient, and a variance of its logarithm.
RateRatio ratio(double quotient, double variance) {
  return {quotient, 1, variance * quotient * quotient, 0};
}

}  // namespace

TEST_CASE("pairs count a document at each two ranks that it was shown at") {
  SessionLog log;
  show(log, 0, 1, true, false);
  show(log, 0, 1, false, false);
  show(log, 1, 0, true, true);
  const auto sums = pair_sums(log, {0, 1, 2}, 3);
  REQUIRE(sums.size() == 9);
  // Document 0: 1 of 2 clicks at rank 0, 1 of 1 at rank 1; document 1: 1 of 1
  // and 0 of 2. Both have weight 2/3.
  CHECK(sums[1].over == doctest::Approx(2.0 / 3 * (1 + 0)));
  CHECK(sums[1].under == doctest::Approx(2.0 / 3 * (0.5 + 1)));
  for (const std::size_t other : {0, 2, 3, 4, 5, 6, 7, 8})
    CHECK_FALSE(sums[other].known());
}

TEST_CASE("documents that were always clicked do not outweigh all others") {
  SessionLog log;
  std::vector<Index> sessions;
  const auto shown = [&](Index document, std::size_t rank, int clicked,
                         int times) {
    for (int i = 0; i < times; ++i) {
      std::vector<Index> documents = {3, 4, 5};
      std::vector<std::uint8_t> clicks = {0, 0, 0};
      documents[rank] = document;
      clicks[rank] = i < clicked ? 1 : 0;
      sessions.push_back(log.sessions());
      log.add(0, 0, documents, clicks);
    }
  };
  shown(0, 0, 500, 1000);
  shown(0, 1, 250, 1000);
  shown(1, 0, 500, 1000);
  shown(1, 2, 100, 1000);
  shown(2, 1, 2, 2);
  shown(2, 2, 2, 2);
  const Examination found = estimate("all-pairs", log, {sessions}, 3);
  CHECK(std::abs(found.propensity[1] - 0.5) < 0.02);
  CHECK(std::abs(found.propensity[2] - 0.2) < 0.02);
}

TEST_CASE("three pairs of a document count as two") {
  SessionLog log;
  for (const Index rank : {0, 1, 2}) {
    std::vector<Index> documents = {1, 2, 3};
    std::vector<std::uint8_t> clicks = {0, 0, 0};
    documents[rank] = 0;
    clicks[rank] = 1;
    log.add(0, 0, documents, clicks);
  }
  const auto sums = pair_sums(log, {0, 1, 2}, 3);
  // Each rate is 1, of one showing: weight 1/2.
  for (const std::size_t pair : {1, 2, 5})
    CHECK(sums[pair].over == doctest::Approx(0.5 * 2 / 3));
}

TEST_CASE("pairs below the first rank lead to it") {
  std::vector<RateRatio> sums(16);
  sums[0 * 4 + 1] = ratio(0.5, 0.01);
  sums[1 * 4 + 2] = ratio(0.4, 0.03);
  const Examination chain = all_pairs_curve(sums, 4);
  CHECK(chain.propensity[1] == doctest::Approx(0.5));
  CHECK(chain.propensity[2] == doctest::Approx(0.2));
  CHECK(chain.low[2] ==
        doctest::Approx(0.2 * std::exp(-1.96 * 0.2)).epsilon(1e-4));
  CHECK(chain.high[2] ==
        doctest::Approx(0.2 * std::exp(1.96 * 0.2)).epsilon(1e-4));
  // No pair leads from the first rank to the last one.
  CHECK(chain.propensity[3] == chain.propensity[2]);
  CHECK(chain.low[3] == 0);
  CHECK(chain.high[3] == 1e6);
}

TEST_CASE("ways that differ are weighted by their inverse variances") {
  std::vector<RateRatio> sums(9);
  sums[1] = ratio(0.5, 0.01);
  sums[5] = ratio(0.4, 0.02);  // rank 2 over rank 1: 0.2, variance 0.03
  sums[2] = ratio(0.3, 0.01);  // directly
  const Examination found = all_pairs_curve(sums, 3);
  const double expected = std::exp(
      (std::log(0.2) / 0.03 + std::log(0.3) / 0.01) / (1 / 0.03 + 1 / 0.01));
  CHECK(found.propensity[2] == doctest::Approx(expected));
  const double error = std::sqrt(1 / (1 / 0.03 + 1 / 0.01));
  CHECK(found.high[2] ==
        doctest::Approx(expected * std::exp(1.96 * error)).epsilon(1e-4));
}

TEST_CASE("all pairs find how attention falls, in lists that vary") {
  for (const double eta : {0.0, 0.5, 1.0}) {
    CAPTURE(eta);
    const LoggedWorld world(
        "pbm", {{"eta", eta}, {"click", std::vector<double>{0.1, 0.5, 0.9}}},
        {.sessions = 60000, .temperature = 1});
    const Examination pairs = estimate("all-pairs", *world.log, {world.all()});
    const Examination first = estimate("swaps", *world.log, {world.all()});
    int inside = 0;
    double of_pairs = 0;
    double of_first = 0;
    for (std::size_t rank = 1; rank < 10; ++rank) {
      CAPTURE(rank);
      const double truth = std::pow(1.0 / double(rank + 1), eta);
      CHECK(std::abs(pairs.propensity[rank] - truth) < 0.05);
      inside += pairs.low[rank] <= truth && truth <= pairs.high[rank];
      of_pairs += std::pow(pairs.propensity[rank] - truth, 2);
      of_first += std::pow(first.propensity[rank] - truth, 2);
    }
    CHECK(inside >= 7);
    CHECK(of_pairs < of_first);
  }
}

TEST_CASE("clients need to share sums by pairs of ranks only") {
  const LoggedWorld world("pbm", {},
                          {.sessions = 2000, .temperature = 1, .users = 4});
  const auto clients = sessions_by_user(*world.log);
  std::vector<RateRatio> sums(100);
  for (const auto& sessions : clients) {
    const auto own = pair_sums(*world.log, sessions, 10);
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += own[i];
  }
  CHECK(estimate("all-pairs", *world.log, clients).propensity ==
        all_pairs_curve(sums, 10).propensity);
}

TEST_CASE("all pairs need a clicked document at the first rank and another") {
  const LoggedWorld world("pbm", {}, {.sessions = 500});
  CHECK_THROWS_WITH_AS(estimate("all-pairs", *world.log, {world.all()}),
                       doctest::Contains("all-pairs needs lists that differ"),
                       std::invalid_argument);
}

}  // namespace fedltr::all_pairs_test
