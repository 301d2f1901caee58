// Bounds from data, and their cost, worked by hand.
#include "app/models/export/fixed_bounds.hpp"

#include "tests/support/exports.hpp"

namespace fedltr::fixed_bounds_test {
using namespace fedltr::test;

namespace {

/// Two queries whose features differ in range, and one of a single document.
Dataset two_ranges() {
  Dataset data(2);
  const std::vector<std::uint8_t> labels = {1, 0};
  data.add_query("a", std::vector<double>{0, 10, 10, 0}, labels);
  data.add_query("b", std::vector<double>{0, 1, 100, 0}, labels);
  data.add_query("alone", std::vector<double>{5, 5},
                 std::vector<std::uint8_t>{0});
  return data;
}

}  // namespace

TEST_CASE("bounds are the minimum and maximum of all documents") {
  FixedBounds found(2);
  found.add(two_ranges());
  found.add(Dataset(2));
  const auto bounds = found.bounds();
  CHECK(bounds[0].least == 0);
  CHECK(bounds[0].most == 100);
  CHECK(bounds[1].least == 0);
  CHECK(bounds[1].most == 10);
}

TEST_CASE("the cost of bounds is a difference of nDCG@10") {
  // Scaled by query, relevant documents score 2 and the others 1. With fixed
  // bounds they score 20 / 10 to 10 / 100 in a, and 2 / 10 to 100 / 100 in b.
  ModelFile file = random_model("linear", 2, Normalize::kQueryMinmax);
  file.parameters = Vector{{1, 2}};
  BoundsCost cost(file, std::nullopt, {{0, 100}, {0, 10}});
  cost.add(two_ranges());
  CHECK(cost.queries() == 2);
  CHECK(cost.by_query() == 1);
  CHECK(cost.fixed() == doctest::Approx((1 + 1 / std::log2(3)) / 2));
}

TEST_CASE("pieces of data add up") {
  const Dataset data = raw_queries(4);
  FixedBounds whole(4);
  whole.add(data);
  FixedBounds pieces(4);
  const ModelFile file = random_model("neural", 4, Normalize::kQueryMinmax);
  BoundsCost cost(file, std::nullopt, whole.bounds());
  BoundsCost parts(file, std::nullopt, whole.bounds());
  cost.add(data);
  for (Index query = 0; query < data.queries(); ++query) {
    pieces.add(select_queries(data, {query}));
    parts.add(select_queries(data, {query}));
  }
  for (std::size_t j = 0; j < 4; ++j)
    CHECK(pieces.bounds()[j].most == whole.bounds()[j].most);
  CHECK(parts.queries() == 40);
  CHECK(parts.by_query() == doctest::Approx(cost.by_query()));
  CHECK(parts.fixed() == doctest::Approx(cost.fixed()));
  CHECK(cost.fixed() < 1);
}

}  // namespace fedltr::fixed_bounds_test
