#include "algorithms/unlearning/evidence.hpp"

#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"

namespace fedltr::evidence_test {
namespace {

/// One feature, which is the score.
Dataset data_of(const std::vector<std::vector<double>>& queries) {
  Dataset data(1);
  for (const auto& values : queries)
    data.add_query("q", values, std::vector<std::uint8_t>(values.size(), 0));
  return data;
}

double auc_of(const Dataset& data, std::vector<std::uint32_t> clicked) {
  const auto ranker = find(rankers(), "linear").make({1, 64});
  return clicked_auc(*ranker, data, clicked, Vector::Ones(1));
}

}  // namespace

TEST_CASE("the area under the curve is the share of pairs that are right") {
  const Dataset data = data_of({{1, 2, 3, 4}});
  CHECK(auc_of(data, {3}) == 1);
  CHECK(auc_of(data, {0}) == 0);
  CHECK(auc_of(data, {1, 3}) == doctest::Approx(0.75));
}

TEST_CASE("ties are right half of the time") {
  CHECK(auc_of(data_of({{2, 2, 2}}), {1}) == doctest::Approx(0.5));
  CHECK(auc_of(data_of({{1, 2, 2}}), {1}) == doctest::Approx(0.75));
}

TEST_CASE("queries count alike, those without both kinds not at all") {
  const Dataset data = data_of({{1, 2}, {5, 4, 3}, {1, 2}, {1, 2}});
  // Three queries count: 5 best, all clicked, none clicked.
  CHECK(auc_of(data, {0, 2, 5, 6}) == doctest::Approx(0.5));
  CHECK(std::isnan(auc_of(data, {})));
}

TEST_CASE("distances and angles are to the retrained model") {
  const Vector retrained{{3, 0}};
  const ModelDistance found =
      model_distance(Vector{{0, 4}}, Vector{{6, 0}}, retrained);
  CHECK(found.before == doctest::Approx(5));
  CHECK(found.after == doctest::Approx(3));
  CHECK(found.ratio() == doctest::Approx(0.6));
  CHECK(found.cosine_before == doctest::Approx(0));
  CHECK(found.cosine_after == doctest::Approx(1));
}

TEST_CASE("the area is the share of pairs, counted pair by pair") {
  Rng rng(1, Purpose::kTest);
  for (int trial = 0; trial < 100; ++trial) {
    std::vector<std::vector<double>> queries(1 + rng.below(4));
    std::vector<std::uint32_t> clicked;
    std::uint32_t document = 0;
    double sum = 0;
    double counted = 0;
    for (auto& values : queries) {
      values.resize(1 + rng.below(8));
      std::vector<bool> marked;
      for (double& value : values) {
        value = double(rng.below(4));
        marked.push_back(rng.below(2) == 0);
        if (marked.back()) clicked.push_back(document);
        ++document;
      }
      double right = 0;
      double pairs = 0;
      for (std::size_t i = 0; i < values.size(); ++i)
        for (std::size_t j = 0; j < values.size(); ++j) {
          if (!marked[i] || marked[j]) continue;
          ++pairs;
          right += values[i] > values[j] ? 1 : values[i] == values[j] ? 0.5 : 0;
        }
      if (pairs == 0) continue;
      sum += right / pairs;
      ++counted;
    }
    const double area = auc_of(data_of(queries), clicked);
    if (counted == 0)
      CHECK(std::isnan(area));
    else
      CHECK(area == doctest::Approx(sum / counted));
  }
}

TEST_CASE("scores beyond all numbers still have an order, no numbers none") {
  const double far = std::numeric_limits<double>::infinity();
  CHECK(auc_of(data_of({{far, 1, -far}}), {0}) == 1);
  CHECK(auc_of(data_of({{far, far, -far}}), {0}) == doctest::Approx(0.75));
  CHECK(std::isnan(auc_of(data_of({{1, std::nan("")}}), {0})));
  // A query without comparisons has no score.
  CHECK(auc_of(data_of({{std::nan("")}, {1, 2}}), {2}) == 1);
}

}  // namespace fedltr::evidence_test
