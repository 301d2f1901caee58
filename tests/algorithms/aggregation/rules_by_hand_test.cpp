// Robust rules and pre-aggregations: examples worked by hand.
#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/aggregation/fldetector.hpp"
#include "algorithms/aggregation/krum.hpp"
#include "algorithms/aggregation/pre_aggregation.hpp"
#include "algorithms/aggregation/robust.hpp"
#include "tests/support/robust_rules.hpp"

namespace fedltr::rules_by_hand_test {
using namespace fedltr::test;

TEST_CASE("Krum by hand") {
  // n = 7, m = 1: sums of 4 smallest squares. On a line: 0 1 2 3 4 5 100.
  const Matrix line = rows_of({{0}, {1}, {2}, {3}, {4}, {5}, {100}});
  const Vector scores =
      krum_scores(squared_distances(line), 1, std::vector<bool>(7, true));
  CHECK(scores(0) == doctest::Approx(1 + 4 + 9 + 16));
  CHECK(scores(2) == doctest::Approx(1 + 1 + 4 + 4));
  CHECK(scores(3) == doctest::Approx(1 + 1 + 4 + 4));
  CHECK(scores(6) == doctest::Approx(9025 + 9216 + 9409 + 9604));
  CHECK(krum_choice(line, 1) == 2);  // ties: the first
  CHECK(aggregate("krum", line, 1).model(0) == 2);
  CHECK(aggregate("krum", line, 1).selection[2] == 7);
  // Multi-Krum: all but the worst.
  const Aggregated multi = aggregate("multi-krum", line, 1);
  CHECK(multi.model(0) == doctest::Approx(2.5));
  CHECK(multi.selection[6] == 0);
  CHECK(multi.selection[0] == doctest::Approx(7.0 / 6));
}

TEST_CASE("trimmed mean and median by hand") {
  const Matrix models =
      rows_of({{1, 50}, {2, 10}, {3, 20}, {4, 30}, {1000, -40}});
  const Aggregated trimmed = aggregate("trimmed-mean", models, 1);
  CHECK(trimmed.model(0) == doctest::Approx(3));
  CHECK(trimmed.model(1) == doctest::Approx(20));
  // Client 1 is in three of three on both, client 4 in none.
  CHECK(trimmed.selection[1] == doctest::Approx(5.0 / 3));
  CHECK(trimmed.selection[4] == 0);
  CHECK(aggregate("trimmed-mean", models, 0).model(0) == doctest::Approx(202));
  CHECK(aggregate("median", models, 0).model(0) == 3);
  CHECK(aggregate("median", models, 0).model(1) == 20);
  CHECK(aggregate("median", rows_of({{1}, {2}, {4}, {9}}), 0).model(0) == 3);
}

TEST_CASE("Bulyan by hand") {
  // n = 7, m = 1: 5 picks by Krum, then the mean of the 3 nearest the median.
  const Matrix line = rows_of({{0}, {1}, {2}, {3}, {4}, {5}, {100}});
  const Aggregated outcome = aggregate("bulyan", line, 1);
  CHECK(outcome.selection[6] == 0);
  CHECK(outcome.model(0) >= 1);
  CHECK(outcome.model(0) <= 4);
  // Without malicious clients: the mean of all.
  CHECK(aggregate("bulyan", line, 0).model(0) == doctest::Approx(115.0 / 7));
}

TEST_CASE("geometric median by hand") {
  // Three on a line: the middle one; a triangle: the point from which the sides
  // appear at 120 degrees.
  CHECK(aggregate("geometric-median", rows_of({{0, 0}, {1, 0}, {50, 0}}), 1)
            .model(0) == doctest::Approx(1).epsilon(1e-4));
  const double s = std::sqrt(3.0) / 2;
  const Vector centre =
      aggregate("geometric-median", rows_of({{1, 0}, {-0.5, s}, {-0.5, -s}}), 1)
          .model;
  CHECK(centre.norm() < 1e-6);
}

TEST_CASE("norm bound and centred clip by hand") {
  const Matrix models = rows_of({{1, 0}, {0, 2}, {30, 40}});
  // Lengths 1, 2, 50: the median is 2.
  const Aggregated outcome = aggregate("norm-bound", models, 1);
  CHECK(outcome.model(0) == doctest::Approx((1 + 1.2) / 3));
  CHECK(outcome.model(1) == doctest::Approx((2 + 1.6) / 3));
  CHECK(outcome.selection[2] == doctest::Approx(0.04));
  const auto clip = make_robust_rule("centered-clip", "none", options_of(1));
  const Vector first = aggregate(*clip, models).model;
  CHECK(first(0) == doctest::Approx((1 + 1.2) / 3));
  // The second time, around the first result.
  const Vector second = aggregate(*clip, models).model;
  CHECK_FALSE(second == first);
}

TEST_CASE("fltrust by hand") {
  // The server's own update is (1, 1), of length sqrt 2.
  const Matrix models = rows_of({{3, 3}, {1, 0}, {-5, -5}});
  const Aggregated outcome = aggregate("fltrust", models, 1);
  const double weight = std::sqrt(0.5);
  CHECK(outcome.selection[2] == 0);
  CHECK(outcome.model(0) ==
        doctest::Approx((1 + weight * std::sqrt(2.0)) / (1 + weight)));
  CHECK(outcome.model(1) == doctest::Approx(1 / (1 + weight)));
  // If no update agrees with the server's, the model stays.
  CHECK(aggregate("fltrust", rows_of({{-1, -1}}), 0).model.isZero());
}

TEST_CASE("pre-aggregation: buckets are means of pairs, neighbours are mixed") {
  const Matrix models = rows_of({{0}, {1}, {2}, {100}, {4}});
  const std::vector<std::uint32_t> clients = {0, 1, 2, 3, 4};
  const Vector global = Vector::Zero(1);
  const LocalModels local{models, clients, global, 1};
  const Prepared buckets = bucket(local, options_of(1));
  REQUIRE(buckets.models.rows() == 3);
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < 3; ++i) {
    double sum = 0;
    for (const std::size_t member : buckets.members[i]) {
      sum += models(static_cast<Index>(member), 0);
      all.push_back(member);
    }
    CHECK(buckets.models(static_cast<Index>(i), 0) ==
          doctest::Approx(sum / double(buckets.members[i].size())));
  }
  std::ranges::sort(all);
  CHECK(all == std::vector<std::size_t>{0, 1, 2, 3, 4});
  const Prepared mixed = mix_neighbours(local, options_of(2));
  CHECK(mixed.models(0, 0) == doctest::Approx(1));          // 0 1 2
  CHECK(mixed.models(3, 0) == doctest::Approx(106.0 / 3));  // 100 4 2
  for (const char* before : {"bucketing", "nnm", "arc"}) {
    const auto rule = make_robust_rule("median", before, options_of(1));
    const Aggregated outcome = aggregate(*rule, models);
    CHECK(std::isfinite(outcome.model(0)));
    CHECK(std::accumulate(outcome.selection.begin(), outcome.selection.end(),
                          0.0) == doctest::Approx(5));
  }
}

TEST_CASE("two clusters are distinguished from one") {
  CHECK(upper_cluster({1, 1.1, 0.9, 1.05, 9, 9.2, 0.95}, 1, 1) > 5);
  CHECK(upper_cluster({1, 1.1, 0.9, 1.05, 9, 9.2, 0.95}, 1, 1) ==
        doctest::Approx(8.1));
  int found = 0;
  for (std::uint32_t stream = 0; stream < 100; ++stream) {
    Rng rng(1, Purpose::kTest, 500 + stream);
    std::vector<double> values(10);
    for (double& value : values) value = rng.uniform();
    found += std::isfinite(upper_cluster(values, stream, 1));
  }
  CHECK(found < 25);
  CHECK(std::isinf(upper_cluster({2, 2, 2, 2}, 1, 1)));
}

}  // namespace fedltr::rules_by_hand_test
