#include "algorithms/data/normalize.hpp"

#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"
#include "algorithms/data/letor.hpp"

namespace fedltr::normalize_test {
using Labels = std::vector<std::uint8_t>;

namespace {

Dataset random_set(double scale, double offset) {
  Rng rng(1, Purpose::kTest);
  Dataset data(3);
  for (const Index documents : {2, 3, 17}) {
    std::vector<double> values(static_cast<std::size_t>(documents * 3));
    for (double& value : values)
      value = offset + scale * double(rng.below(1 << 20));
    data.add_query("q", values, Labels(static_cast<std::size_t>(documents)));
  }
  return data;
}

}  // namespace

TEST_CASE("each feature of each query ends between 0 and 1") {
  Dataset data(2);
  data.add_query("a", std::vector{2.0, -1.0, 4.0, -3.0, 3.0, 1.0},
                 Labels{0, 1, 0});
  data.add_query("b", std::vector{100.0, 5.0, 300.0, 5.0}, Labels{0, 1});
  normalize_query_minmax(data);
  Matrix first(3, 2);
  first << 0, 0.5, 1, 0, 0.5, 1;
  CHECK(Matrix(data.features_of(0)).isApprox(first));
  Matrix second(2, 2);
  second << 0, 0, 1, 0;  // constant features become 0
  CHECK(Matrix(data.features_of(1)) == second);
}

TEST_CASE("a query with one document is left as it is") {
  Dataset data(2);
  data.add_query("a", std::vector{7.0, -2.0}, Labels{1});
  normalize_query_minmax(data);
  CHECK(data.features_of(0)(0, 0) == 7);
  CHECK(data.features_of(0)(0, 1) == -2);
}

TEST_CASE("a set that shares its features is changed alone") {
  Dataset data(1);
  data.add_query("a", std::vector{2.0, 4.0}, Labels{0, 1});
  Dataset other = data.relabelled(Labels{1, 0});
  normalize_query_minmax(other);
  CHECK(data.features_of(0)(1, 0) == 4);
  CHECK(other.features_of(0)(1, 0) == 1);
}

TEST_CASE("normalising reaches 0 and 1 and changes nothing the second time") {
  Dataset data = random_set(1.7e-3, -40);
  normalize_query_minmax(data);
  for (Index query = 0; query < data.queries(); ++query)
    for (Index feature = 0; feature < 3; ++feature) {
      CHECK(data.features_of(query).col(feature).minCoeff() == 0);
      CHECK(data.features_of(query).col(feature).maxCoeff() == 1);
    }
  Dataset twice = data;
  normalize_query_minmax(twice);
  CHECK(twice.all_features() == data.all_features());
}

TEST_CASE("a feature in another unit normalises to the same bits") {
  Dataset data = random_set(1, 0);
  // A power of two and an integer offset: every value stays exact.
  Dataset other = random_set(0x1p-8, 4096);
  REQUIRE(other.all_features() != data.all_features());
  normalize_query_minmax(data);
  normalize_query_minmax(other);
  CHECK(other.all_features() == data.all_features());
}

TEST_CASE("the smallest and the largest numbers do not leave 0 to 1") {
  Dataset data(2);
  // The second feature's range is the smallest possible one.
  data.add_query("a", std::vector{-1e6, 0.0, 1e6, 5e-324, 0.0, 0.0},
                 Labels{0, 0, 0});
  normalize_query_minmax(data);
  CHECK(data.features_of(0) == Matrix{{0, 0}, {1, 1}, {0.5, 0}});
}

TEST_CASE("the whole range of doubles is normalised without overflow") {
  const double most = std::numeric_limits<double>::max();
  const Matrix values{
      {-most, 1e-300, 1.7e9}, {most, 0, 1.7e9 + 30}, {0, 0, 1.7e9 + 60}};
  Matrix unit = values;
  Normalizer{Normalize::kQueryMinmax}.apply(unit);
  CHECK(unit == Matrix{{0, 1, 0}, {1, 0, 0.5}, {0.5, 0, 1}});
  Matrix zscore = values;
  Normalizer{Normalize::kQueryZscore}.apply(zscore);
  CHECK(zscore.isApprox(Matrix{{-1, 2 / std::sqrt(3), -1},
                               {1, -1 / std::sqrt(3), 0},
                               {0, -1 / std::sqrt(3), 1}}));
  Dataset data(3);
  data.add_query("a", {values.data(), 9}, Labels{0, 0, 0});
  Normalizer{Normalize::kZscore,
             std::make_shared<const FeatureScale>(fit_scale(data))}
      .apply(data);
  CHECK(data.features_of(0).isApprox(zscore * std::sqrt(1.5)));
  Matrix logs = values;
  Normalizer{Normalize::kLog1p}.apply(logs);
  CHECK(logs.col(0).isApprox(
      Vector{{-1024 * std::log(2), 1024 * std::log(2), 0}}));
  CHECK(logs(0, 1) == 1e-300);
}

TEST_CASE("query-zscore is RankLib's, but constant features become 0") {
  // By Python's statistics.stdev of 2, 4, 9: 3.605551275463989.
  Matrix values{{2, 7}, {4, 7}, {9, 7}};
  Normalizer{Normalize::kQueryZscore}.apply(values);
  CHECK(values.isApprox(Matrix{{-3 / 3.605551275463989, 0},
                               {-1 / 3.605551275463989, 0},
                               {4 / 3.605551275463989, 0}}));
  Matrix one{{7, -2}};
  Normalizer{Normalize::kQueryZscore}.apply(one);
  CHECK(one == Matrix{{7, -2}});
}

TEST_CASE("log1p keeps the sign, and digits of small values") {
  Matrix values{{0, 1e-20, -1e-9, 1, -3, 1e6}};
  const Matrix before = values;
  Normalizer{Normalize::kLog1p}.apply(values);
  for (Index j = 0; j < values.cols(); ++j)
    CHECK(values(0, j) ==
          doctest::Approx(
              std::copysign(std::log1p(std::abs(before(0, j))), before(0, j)))
              .epsilon(1e-14));
}

TEST_CASE("zscore's constants are of the set that they were fitted to") {
  Dataset training(3);
  training.add_query("a", std::vector{1.0, 0.1, 5.0, 3.0, 0.1, 5.0},
                     Labels{0, 1});
  training.add_query("b", std::vector{8.0, 0.1, 5.0}, Labels{0});
  const auto scale = std::make_shared<const FeatureScale>(fit_scale(training));
  // By numpy: mean 4, std 2.943920288775949.
  CHECK(scale->means(0) == 4);
  CHECK(scale->deviations(0) == doctest::Approx(2.943920288775949));
  // 0.1 added up is no multiple of it: still constant.
  CHECK(scale->deviations(1) == 0);
  Matrix other{{4, 7, 5}};
  const Normalizer normalizer{Normalize::kZscore, scale};
  normalizer.apply(other);
  CHECK(other == Matrix{{0, 0, 0}});
  Dataset tiny(1);
  tiny.add_query("a", std::vector{0.0, 1e-300}, Labels{0, 1});
  const Normalizer small{Normalize::kZscore,
                         std::make_shared<const FeatureScale>(fit_scale(tiny))};
  Matrix far{{1e300}};
  CHECK_THROWS_AS(small.apply(far), DataError);
}

TEST_CASE("an empty set and an empty query normalise to themselves") {
  Dataset data(2);
  CHECK_NOTHROW(normalize_query_minmax(data));
  data.add_query("a", {}, {});
  normalize_query_minmax(data);
  CHECK(data.size(0) == 0);
}

}  // namespace fedltr::normalize_test
