#include "algorithms/aggregation/mean_around_median.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"

namespace fedltr::mean_around_median_test {
namespace {

struct Outcome {
  Vector model;
  std::vector<double> selection;
};

Outcome aggregate(const Matrix& models, std::uint32_t malicious) {
  std::vector<std::uint32_t> clients(models.rows());
  for (std::uint32_t i = 0; i < clients.size(); ++i) clients[i] = i;
  Outcome outcome{{}, std::vector<double>(clients.size())};
  const Vector global = Vector::Zero(models.cols());
  outcome.model =
      mean_around_median_rule()
          .make({.malicious = malicious})
          ->aggregate({models, clients, global, 1}, outcome.selection);
  return outcome;
}

/// All values by their distance to the median, straight from the definition.
double naive(std::vector<double> values, std::size_t kept) {
  std::ranges::sort(values);
  const std::size_t n = values.size();
  const double median = (values[(n - 1) / 2] + values[n / 2]) / 2;
  std::ranges::stable_sort(values, {},
                           [&](double x) { return std::abs(x - median); });
  double sum = 0;
  for (std::size_t i = 0; i < kept; ++i) sum += values[i];
  return sum / kept;
}

}  // namespace

TEST_CASE("meamed by hand") {
  // Medians 3 and 20; without the two values farthest from them: 2 3 4 and
  // 10 20 30.
  const Matrix models{{1, 50}, {2, 10}, {3, 20}, {4, 30}, {1000, -40}};
  const Outcome outcome = aggregate(models, 2);
  CHECK(outcome.model(0) == doctest::Approx(3));
  CHECK(outcome.model(1) == doctest::Approx(20));
  CHECK(outcome.selection[4] == 0);
  CHECK(outcome.selection[2] == doctest::Approx(5.0 / 3));
}

TEST_CASE("meamed agrees with its definition") {
  Rng rng(1, Purpose::kTest, 40);
  for (const Index clients : {3, 5, 9, 10})
    for (const std::uint32_t malicious : {0, 1, 3}) {
      Matrix models(clients, 1);
      for (double& value : models.reshaped()) value = rng.normal();
      const std::size_t kept =
          clients - std::min<std::size_t>(malicious, clients - 1);
      CHECK(aggregate(models, malicious).model(0) ==
            doctest::Approx(
                naive({models.data(), models.data() + clients}, kept)));
    }
}

TEST_CASE("meamed of some rows, many of them equal, as by sorted pairs") {
  Rng rng(2, Purpose::kTest, 40);
  for (int trial = 0; trial < 200; ++trial) {
    Matrix models(1 + rng.below(70), 1 + rng.below(20));
    const std::uint64_t different = 1 + rng.below(9);
    for (double& value : models.reshaped())
      value = static_cast<double>(rng.below(different)) - 4;
    std::vector<std::size_t> rows(models.rows());
    std::iota(rows.begin(), rows.end(), 0);
    shuffle(std::span(rows), rng);
    rows.resize(1 + rng.below(rows.size()));
    const std::size_t kept = 1 + rng.below(rows.size());
    std::vector<double> selection(models.rows());
    const Vector result = mean_around_median(models, rows, kept, selection);
    std::vector<double> used(selection.size(), 0);
    for (Index j = 0; j < models.cols(); ++j) {
      std::vector<std::pair<double, std::size_t>> values;
      for (const std::size_t row : rows)
        values.emplace_back(models(row, j), row);
      std::ranges::sort(values);
      const std::size_t n = values.size();
      const double median =
          (values[(n - 1) / 2].first + values[n / 2].first) / 2;
      std::size_t begin = 0;
      while (begin + kept < n &&
             values[begin + kept].first - median < median - values[begin].first)
        ++begin;
      double sum = 0;
      for (std::size_t i = begin; i < begin + kept; ++i) {
        sum += values[i].first;
        used[values[i].second] += 1;
      }
      CHECK(result(j) == sum / kept);
    }
    for (std::size_t i = 0; i < used.size(); ++i)
      CHECK(selection[i] ==
            doctest::Approx(used[i] * models.rows() / kept / models.cols()));
  }
}

}  // namespace fedltr::mean_around_median_test
