// Each rule against its definition, written out plainly, on random models.

#include <algorithm>
#include <cmath>
#include <numeric>

#include <doctest/doctest.h>

#include "algorithms/aggregation/aggregation.hpp"
#include "algorithms/aggregation/coordinate_wise.hpp"
#include "algorithms/aggregation/distance_weighted.hpp"
#include "algorithms/aggregation/krum.hpp"
#include "algorithms/core/rng.hpp"

namespace fedltr::definitions_test {
namespace {

/// Models of a few integers, so that many values tie; their sums are exact in
/// any order.
Matrix whole_models(Index clients, Index parameters, std::uint64_t values,
                    Rng& rng) {
  Matrix models(clients, parameters);
  for (double& value : models.reshaped<Eigen::RowMajor>())
    value = double(rng.below(values));
  return models;
}

struct Result {
  Vector model;
  std::vector<double> selection;
};

Result apply(const RuleMethod& rule, const Matrix& models,
             std::uint32_t malicious) {
  RuleOptions options;
  options.malicious = malicious;
  std::vector<std::uint32_t> clients(static_cast<std::size_t>(models.rows()));
  std::iota(clients.begin(), clients.end(), 0U);
  Result result;
  result.selection.resize(clients.size(), -1);
  const Vector global = Vector::Zero(models.cols());
  result.model = rule.make(options)->aggregate({models, clients, global, 1},
                                               result.selection);
  return result;
}

/// Sums of the n - m - 2 smallest squared distances, by sorting all of them.
std::vector<double> plain_krum_scores(const Matrix& models,
                                      const std::vector<Index>& rows,
                                      std::uint32_t malicious) {
  std::vector<double> scores;
  for (const Index i : rows) {
    std::vector<double> distances;
    for (const Index j : rows)
      if (j != i)
        distances.push_back((models.row(i) - models.row(j)).squaredNorm());
    std::ranges::sort(distances);
    const auto wanted = std::ssize(rows) - std::ptrdiff_t{malicious} - 2;
    const auto count = std::clamp<std::ptrdiff_t>(wanted, 1, std::ssize(rows));
    scores.push_back(std::accumulate(
        distances.begin(),
        distances.begin() + std::min(count, std::ssize(distances)), 0.0));
  }
  return scores;
}

std::vector<Index> all_rows(const Matrix& models) {
  std::vector<Index> rows(static_cast<std::size_t>(models.rows()));
  std::iota(rows.begin(), rows.end(), Index{0});
  return rows;
}

double sum_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

}  // namespace

TEST_CASE("trimmed means are means of sorted columns without their ends") {
  Rng rng(1, Purpose::kTest);
  for (int trial = 0; trial < 200; ++trial) {
    const auto clients = static_cast<Index>(1 + rng.below(20));
    const Matrix models = whole_models(clients, 11, 2 + rng.below(8), rng);
    const auto m = static_cast<std::uint32_t>(rng.below(8));
    const auto trimmed = apply(trimmed_mean_rule(), models, m);
    const auto median = apply(median_rule(), models, m);
    const Index cut = std::min<Index>(m, (clients - 1) / 2);
    for (Index j = 0; j < models.cols(); ++j) {
      Vector column = models.col(j);
      std::ranges::sort(column);
      const Index kept = clients - 2 * cut;
      CHECK(trimmed.model(j) ==
            doctest::Approx(column.segment(cut, kept).sum() / double(kept)));
      CHECK(median.model(j) ==
            (column((clients - 1) / 2) + column(clients / 2)) / 2);
    }
    // All counts belong to clients.
    CHECK(sum_of(trimmed.selection) == doctest::Approx(double(clients)));
    CHECK(sum_of(median.selection) == doctest::Approx(double(clients)));
  }
}

TEST_CASE("a share is what a client's values have in the trimmed means") {
  // Columns 1 2 3 9 and 5 5 5 0, one cut at each end: the kept values are 2 to
  // 3 and 5 to 5.
  const Matrix models{{1, 5}, {2, 5}, {3, 5}, {9, 0}};
  const auto [model, selection] = apply(trimmed_mean_rule(), models, 1);
  CHECK(model == Vector{{2.5, 5}});
  // Two within in the first column, three in the second, over 4 / 2 columns.
  CHECK(selection[0] == doctest::Approx(2.0 / 3));
  CHECK(selection[1] == doctest::Approx(1 + 2.0 / 3));
  CHECK(selection[2] == doctest::Approx(1 + 2.0 / 3));
  CHECK(selection[3] == 0);
}

TEST_CASE("Krum and Multi-Krum take the rows of the lowest plain scores") {
  Rng rng(2, Purpose::kTest);
  for (int trial = 0; trial < 200; ++trial) {
    const auto clients = static_cast<Index>(1 + rng.below(12));
    const Matrix models = whole_models(clients, 3, 6, rng);
    const auto m = static_cast<std::uint32_t>(rng.below(5));
    const auto rows = all_rows(models);
    const auto scores = plain_krum_scores(models, rows, m);
    const auto first = std::ranges::min_element(scores) - scores.begin();
    const auto krum = apply(krum_rule(), models, m);
    CHECK(krum.model == models.row(first).transpose());
    CHECK(krum.selection[static_cast<std::size_t>(first)] == double(clients));
    CHECK(sum_of(krum.selection) == double(clients));

    auto order = rows;
    std::ranges::stable_sort(order, {}, [&](Index i) {
      return scores[static_cast<std::size_t>(i)];
    });
    order.resize(static_cast<std::size_t>(std::max<Index>(1, clients - m)));
    Vector mean = Vector::Zero(3);
    for (const Index i : order) mean += models.row(i).transpose();
    mean /= double(order.size());
    const auto multi = apply(multi_krum_rule(), models, m);
    CHECK((multi.model - mean).norm() < 1e-12);
    for (Index i = 0; i < clients; ++i)
      CHECK((multi.selection[static_cast<std::size_t>(i)] > 0) ==
            (std::ranges::count(order, i) > 0));
  }
}

TEST_CASE("Bulyan repeats Krum, and keeps the values nearest to the median") {
  Rng rng(3, Purpose::kTest);
  for (int trial = 0; trial < 100; ++trial) {
    const auto m = static_cast<std::uint32_t>(rng.below(3));
    const auto clients = static_cast<Index>(4 * m + 3 + rng.below(6));
    Matrix models(clients, 4);
    for (double& value : models.reshaped()) value = rng.normal();
    auto left = all_rows(models);
    std::vector<Index> chosen;
    while (std::ssize(chosen) < clients - 2 * m) {
      const auto scores = plain_krum_scores(models, left, m);
      const auto best = std::ranges::min_element(scores) - scores.begin();
      chosen.push_back(left[static_cast<std::size_t>(best)]);
      left.erase(left.begin() + best);
    }
    const auto kept = std::ssize(chosen) - 2 * std::ptrdiff_t{m};
    Vector expected(4);
    for (Index j = 0; j < 4; ++j) {
      std::vector<double> values;
      for (const Index i : chosen) values.push_back(models(i, j));
      std::ranges::sort(values);
      const double median =
          (values[(values.size() - 1) / 2] + values[values.size() / 2]) / 2;
      std::ranges::sort(values, {}, [median](double value) {
        return std::abs(value - median);
      });
      expected(j) =
          std::accumulate(values.begin(), values.begin() + kept, 0.0) /
          double(kept);
    }
    const auto bulyan = apply(bulyan_rule(), models, m);
    CHECK((bulyan.model - expected).norm() < 1e-12);
    CHECK(sum_of(bulyan.selection) == doctest::Approx(double(clients)));
  }
}

TEST_CASE("no point near the geometric median has a smaller sum of distances") {
  Rng rng(4, Purpose::kTest);
  for (int trial = 0; trial < 30; ++trial) {
    Matrix models(static_cast<Index>(3 + rng.below(10)), 3);
    for (double& value : models.reshaped()) value = rng.normal();
    models.row(0) *= 1000;  // far away: moves a mean but not this
    std::vector<double> weights(static_cast<std::size_t>(models.rows()));
    const Vector median = geometric_median(models, weights);
    const auto sum = [&](const Vector& at) {
      return distances_to(models, at).sum();
    };
    Vector step(3);
    for (int i = 0; i < 20; ++i) {
      rng.fill_normal(step);
      CHECK(sum(median) <= sum(median + 1e-3 * step) + 1e-9);
    }
    CHECK(sum_of(weights) == doctest::Approx(1));
    // The model is the mean of the models with these weights.
    const Vector mean = models.transpose() *
                        Eigen::Map<const Vector>(weights.data(), models.rows());
    CHECK((mean - median).norm() < 1e-6 * models.norm());
  }
}

TEST_CASE(
    "updates are clipped around the start, or around the last aggregate") {
  Rng rng(5, Purpose::kTest);
  for (const double bound : {0.0, 0.7, 100.0})
    for (const bool centred : {false, true}) {
      RuleOptions options;
      options.parameters = {{"bound", bound}};
      const auto rule =
          (centred ? centered_clip_rule() : norm_bound_rule()).make(options);
      Vector around = Vector::Zero(3);
      for (std::uint32_t round = 1; round <= 4; ++round) {
        const Vector global = Vector::Constant(3, double(round));
        Matrix models(5, 3);
        for (double& value : models.reshaped()) value = rng.normal();
        std::vector<Vector> updates;
        std::vector<double> lengths;
        for (Index i = 0; i < 5; ++i) {
          updates.push_back(models.row(i).transpose() - global - around);
          lengths.push_back(updates.back().norm());
        }
        std::vector<double> sorted = lengths;
        std::ranges::sort(sorted);
        const double limit = bound > 0 ? bound : sorted[2];  // the median
        Vector mean = Vector::Zero(3);
        std::vector<double> selection(5);
        const std::vector<std::uint32_t> clients = {0, 1, 2, 3, 4};
        const Vector result =
            rule->aggregate({models, clients, global, round}, selection);
        for (std::size_t i = 0; i < 5; ++i) {
          const double factor = std::min(1.0, limit / lengths[i]);
          CHECK(selection[i] == doctest::Approx(factor));
          mean += factor * updates[i] / 5;
        }
        CHECK((result - (global + around + mean)).norm() < 1e-12);
        if (centred) around += mean;
      }
    }
}

TEST_CASE("a single client is the result of every rule without root data") {
  const Matrix one{{3, -1, 0.5}};
  for (const auto& rule : aggregation_rules()) {
    CAPTURE(rule.name);
    if (!rule.make || rule.traits.needs_root_data) continue;
    const RuleMethod& method = rule;
    if (!method.make(RuleOptions{})) continue;  // the mean needs no rows
    const auto [model, selection] = apply(method, one, 0);
    CHECK((model - one.row(0).transpose()).norm() < 1e-12);
    CHECK(selection[0] == doctest::Approx(1));
  }
}

}  // namespace fedltr::definitions_test
