#include "algorithms/ranking/plackett_luce.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include <doctest/doctest.h>

#include "algorithms/core/wide.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/log_probability.hpp"

namespace fedltr::plackett_luce_test {
namespace {

Vector exp_of(const Vector& scores) {
  return (scores.array() - scores.maxCoeff()).exp();
}

std::vector<Index> sample(const Vector& scores, std::size_t length, Rng& rng) {
  PlackettLuceScratch scratch;
  std::vector<Index> ranking(length);
  sample_ranking(scores, exp_of(scores), rng, ranking, scratch);
  return ranking;
}

}  // namespace

TEST_CASE("probabilities agree with the exact ones, and so do the samples") {
  const auto golden = test::golden("pl_sampling.json");
  int number = 0;
  for (const auto& entry : golden["cases"]) {
    CAPTURE(entry["scores"].dump());
    const double tau = entry["tau"];
    const Vector scores = test::to_vector(entry["scores"]) / tau;
    const auto length = entry["k"].get<std::size_t>();
    std::map<std::vector<Index>, double> counts;
    Rng rng(3, Purpose::kTest, static_cast<std::uint32_t>(++number));
    constexpr double kDraws = 200000;
    for (int i = 0; i < kDraws; ++i) ++counts[sample(scores, length, rng)];
    double chi_square = 0;
    double freedom = -1;
    for (const auto& pair : entry["probabilities"]) {
      const auto ranking = pair[0].get<std::vector<Index>>();
      const double probability = pair[1];
      CHECK(std::exp(test::log_probability(scores, ranking)) ==
            doctest::Approx(probability).epsilon(1e-9));
      if (probability * kDraws < 5) continue;
      const double miss = counts[ranking] - probability * kDraws;
      chi_square += miss * miss / (probability * kDraws);
      ++freedom;
    }
    // p = 0.0001 by Wilson and Hilferty's approximation.
    const double v = 2 / (9 * freedom);
    CHECK(chi_square < freedom * std::pow(1 - v + 3.72 * std::sqrt(v), 3));
  }
}

TEST_CASE("list probabilities sum to one") {
  const Vector scores{{0.3, -1.0, 2.0, 0.0}};
  double sum = 0;
  for (Index a = 0; a < 4; ++a)
    for (Index b = 0; b < 4; ++b)
      if (a != b)
        sum += std::exp(test::log_probability(scores, std::vector{a, b}));
  CHECK(sum == doctest::Approx(1).epsilon(1e-12));
}

TEST_CASE(
    "steep scores are sampled in their order, and the tail stays random") {
  // After the first two, which are certain, the others are equally likely.
  const Vector scores{{2000, 1000, 0, 0, 0}};
  Rng rng(4, Purpose::kTest);
  std::map<Index, int> third;
  for (int i = 0; i < 30000; ++i) {
    const auto ranking = sample(scores, 5, rng);
    REQUIRE(ranking[0] == 0);
    REQUIRE(ranking[1] == 1);
    ++third[ranking[2]];
  }
  for (const Index document : {2, 3, 4})
    CHECK(std::abs(third[document] - 10000) < 5 * 82);  // five sigma
}

TEST_CASE("probabilities of lists by hand") {
  // Weights 2 and 1: 2/3 and 1/3; then nothing is left to choose.
  const Vector scores{{std::log(2.0), 0}};
  const auto probability = [](const Vector& of, std::vector<Index> list) {
    return std::exp(test::log_probability(of, list));
  };
  CHECK(probability(scores, {0}) == doctest::Approx(2.0 / 3));
  CHECK(probability(scores, {1, 0}) == doctest::Approx(1.0 / 3));
  CHECK(test::log_probability(scores, {}) == 0);
  CHECK(test::log_probability(Vector{{-700.0}}, std::vector<Index>{0}) == 0);
  // 1/4 of four alike, 1/3 of the three left, 1/2.
  const Vector alike = Vector::Constant(4, 1e6);
  CHECK(probability(alike, {3, 0, 2}) == doctest::Approx(1.0 / 24));
  CHECK(probability(alike, {3, 0, 2, 1}) == doctest::Approx(1.0 / 24));
}

TEST_CASE("scores may be moved all together") {
  const Vector scores{{0.5, -1, 3, 0.25}};
  const Vector moved = scores.array() + 512;
  const std::vector<Index> list = {1, 2, 0};
  CHECK(test::log_probability(moved, list) ==
        test::log_probability(scores, list));
  Rng one(5, Purpose::kTest);
  Rng same(5, Purpose::kTest);
  for (int i = 0; i < 100; ++i)
    CHECK(sample(scores, 4, one) == sample(moved, 4, same));
}

TEST_CASE("the odds of two documents do not hang on the others") {
  // Luce's axiom of choice.
  const Vector two{{1.0, 0.2}};
  const Vector four{{1.0, 0.2, 3.0, -4.0}};
  const auto odds = [](const Vector& scores) {
    return test::log_probability(scores, std::vector<Index>{0}) -
           test::log_probability(scores, std::vector<Index>{1});
  };
  CHECK(odds(two) == doctest::Approx(0.8));
  CHECK(odds(four) == doctest::Approx(0.8));
}

TEST_CASE("a list has each document at most once, whatever the memory holds") {
  Rng scores_of(6, Purpose::kTest);
  PlackettLuceScratch reused;
  for (int trial = 0; trial < 200; ++trial) {
    const auto size = 1 + scores_of.below(30);
    Vector scores(static_cast<Index>(size));
    for (double& score : scores) score = 400 * scores_of.normal();
    const auto number = static_cast<std::uint32_t>(trial);
    Rng one(7, Purpose::kTest, number);
    Rng same(7, Purpose::kTest, number);
    std::vector<Index> ranking(size);
    sample_ranking(scores, exp_of(scores), one, ranking, reused);
    CHECK(ranking == sample(scores, size, same));
    std::ranges::sort(ranking);
    for (std::size_t i = 0; i < size; ++i) CHECK(ranking[i] == Index(i));
  }
  std::vector<Index> none;
  Rng rng(8, Purpose::kTest);
  CHECK_NOTHROW(sample_ranking(Vector(), Vector(), rng, none, reused));
}

TEST_CASE("choices that underflow beside the best keep their own odds") {
  // e^-800 is 0 as a double, but the odds for second place are still 3 : 1.
  const Vector scores{{0, -800, -800 + std::log(3.0)}};
  Rng rng(9, Purpose::kTest);
  int third_second = 0;
  for (int i = 0; i < 20000; ++i) {
    const auto ranking = sample(scores, 2, rng);
    REQUIRE(ranking[0] == 0);
    third_second += ranking[1] == 2;
  }
  CHECK(std::abs(third_second - 15000) < 5 * 62);  // five sigma
}

TEST_CASE("the first of many documents, flat or steep, is as likely as it is") {
  // The first 32 are compared all with all; those far below by logarithms.
  for (const Index size : {2, 31, 100})
    for (const double lowest : {0.0, -2000.0}) {
      CAPTURE(size);
      CAPTURE(lowest);
      Vector scores(size + 1);
      for (Index i = 0; i < size; ++i) scores(i) = 0.02 * i;
      scores(size) = lowest;
      const Vector weights = exp_of(scores) / exp_of(scores).sum();
      Rng rng(10, Purpose::kTest, static_cast<std::uint32_t>(size));
      constexpr double kDraws = 100000;
      std::vector<double> counts(size + 1, 0);
      for (int i = 0; i < kDraws; ++i) ++counts[sample(scores, 2, rng)[0]];
      double chi_square = 0;
      for (Index i = 0; i <= size; ++i) {
        const double expected = kDraws * weights(i);
        if (expected < 5) continue;
        chi_square +=
            (counts[i] - expected) * (counts[i] - expected) / expected;
      }
      CHECK(chi_square < size + 5 * std::sqrt(2.0 * size));
    }
}

TEST_CASE("lists are the same on all registers") {
  for (const Index size : {1, 2, 7, 8, 9, 19, 31, 32, 33, 130}) {
    Rng scores_of(11, Purpose::kTest, static_cast<std::uint32_t>(size));
    Vector scores(size);
    for (double& score : scores) score = scores_of.normal();
    std::vector<std::vector<Index>> lists;
    for (const std::string_view name : register_names()) {
      use_registers(name);
      Rng rng(12, Purpose::kTest);
      for (int i = 0; i < 20; ++i) {
        auto list = sample(scores, std::min<std::size_t>(10, size), rng);
        const auto number = static_cast<std::size_t>(i);
        if (name == "baseline")
          lists.push_back(std::move(list));
        else
          CHECK(list == lists[number]);
      }
    }
  }
}

TEST_CASE("documents that arrive at once are shown in their order") {
  for (const Index size : {19, 60}) {
    const double infinity = std::numeric_limits<double>::infinity();
    std::vector<Index> ranking(10);
    PlackettLuceScratch scratch;
    Rng rng(13, Purpose::kTest);
    sample_ranking(Vector::Zero(size), Vector::Constant(size, infinity), rng,
                   ranking, scratch);
    for (Index i = 0; i < 10; ++i) CHECK(ranking[i] == i);
  }
}

}  // namespace fedltr::plackett_luce_test
