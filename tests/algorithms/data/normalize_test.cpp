#include "algorithms/data/normalize.hpp"

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"

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

TEST_CASE("an empty set and an empty query normalise to themselves") {
  Dataset data(2);
  CHECK_NOTHROW(normalize_query_minmax(data));
  data.add_query("a", {}, {});
  normalize_query_minmax(data);
  CHECK(data.size(0) == 0);
}

}  // namespace fedltr::normalize_test
