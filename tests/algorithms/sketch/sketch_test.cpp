#include "algorithms/sketch/sketch.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <doctest/doctest.h>

#include "algorithms/sketch/noise.hpp"
#include "algorithms/sketch/theorem_bounds.hpp"
#include "tests/support/zipf_documents.hpp"

namespace fedltr::sketch_test {
using namespace fedltr::testing;

namespace {

constexpr std::uint32_t kTerms = 2000;

/// f_i = 500 / i^0.9 of the term of rank i = 1 ... 2000.
Field zipf_field() {
  Field field;
  for (TermId term = 0; term < kTerms; ++term) {
    const double count = 500 / std::pow(term + 1.0, 0.9);
    field.push_back({term, static_cast<std::int32_t>(std::ceil(count))});
  }
  return field;
}

struct Failures {
  double rows = 0;     ///< share of rows out of bounds
  double queries = 0;  ///< share of estimates out of bounds
};

/// Errors of queries of `length` terms under `paper` noise against the bound of
/// Theorem 2 (one term) and Theorem 3.
Failures failures(std::uint32_t rows, std::uint32_t columns, int length,
                  double epsilon) {
  const Field field = zipf_field();
  const double bound =
      error_bound(epsilon, columns, residual_moment(field, columns), length);
  const auto noise = make_sketch_noise("paper", {epsilon, rows, columns});
  const Bits bits = test_bits(5);
  Failures failed;
  int queries = 0;
  int asked = 0;
  for (std::uint8_t key = 1; key <= 30; ++key) {
    const TermSpots spots = random_spots(kTerms, rows, columns, key);
    const Sketch sketch =
        sketch_of({SketchKind::kCount, rows, columns}, field, spots);
    for (TermId first = 0; first + length <= kTerms; first += 41) {
      std::vector<double> sums(rows);
      double truth = 0;
      for (TermId term = first; term < first + length; ++term) {
        std::vector<double> values(rows);
        for (std::uint32_t row = 0; row < rows; ++row)
          values[row] = sketch.at(row, spots[term][row].column());
        noise.add(values, bits);
        for (std::uint32_t row = 0; row < rows; ++row)
          sums[row] +=
              signed_value(SketchKind::kCount, spots[term][row], values[row]);
        truth += field[term].count;
      }
      for (const double sum : sums) {
        failed.rows += std::abs(sum - truth) > bound;
        ++asked;
      }
      const double estimate = estimate_of(SketchKind::kCount, sums);
      failed.queries += std::abs(estimate - truth) > bound;
      ++queries;
    }
  }
  return {failed.rows / asked, failed.queries / queries};
}

}  // namespace

TEST_CASE("a Count sketch's estimate is unbiased, by its sign") {
  // One row, so that the estimate is the plain estimator. 4000 keys; its
  // deviation is sqrt(F2 / w) at most.
  const Field field{{0, 40}, {1, 7}, {2, 1}, {3, 100}, {4, 3}};
  constexpr std::uint32_t kRows = 4000;
  const TermSpots spots = random_spots(6, kRows, 3);
  const Sketch sketch = sketch_of({SketchKind::kCount, kRows, 3}, field, spots);
  double squares = 0;
  for (const auto& term : field) squares += double(term.count) * term.count;
  for (TermId term = 0; term < 6; ++term) {
    double signed_sum = 0;
    double plain_sum = 0;
    for (std::uint32_t row = 0; row < kRows; ++row) {
      const std::int32_t cell = sketch.at(row, spots[term][row].column());
      signed_sum += signed_value(SketchKind::kCount, spots[term][row], cell);
      plain_sum += cell;
    }
    const double deviation = std::sqrt(squares / 3 / kRows);
    CHECK(std::abs(signed_sum / kRows - count_of(field, term)) < 4 * deviation);
    // As in both papers: 0 on average, for any count.
    if (term == 3) CHECK(std::abs(plain_sum / kRows) < 20);
  }
}

TEST_CASE("a Count-Min estimate is never below the truth") {
  const ZipfDocuments documents;
  const TermSpots spots = random_spots(documents.vocabulary, 5, 100);
  for (std::uint32_t d = 0; d < 5; ++d) {
    const Field field = documents.document(d);
    const Sketch sketch =
        sketch_of({SketchKind::kCountMin, 5, 100}, field, spots);
    std::size_t above = 0;
    for (TermId term = 0; term < documents.vocabulary; ++term) {
      const double estimate = sketch.estimate(spots[term]);
      const double truth = count_of(field, term);
      REQUIRE(estimate >= truth);
      above += estimate > truth;
    }
    CHECK(above > 0);
  }
}

TEST_CASE("errors stay in the bound of Theorem 2 at its rate on Zipf counts") {
  for (const std::uint32_t rows : {5U, 15U})
    for (const double epsilon : {0.5, 4.0}) {
      const Failures failed = failures(rows, 200, 1, epsilon);
      CAPTURE(rows);
      CAPTURE(epsilon);
      CHECK(failed.rows <= 3.0 / 8);
      CHECK(failed.queries <= error_rate(rows));
    }
}

TEST_CASE("errors of queries stay in the bound of Theorem 3 at its rate") {
  for (const int length : {2, 5}) {
    const Failures failed = failures(15, 200, length, 0.5);
    CHECK(failed.rows <= 3.0 / 8);
    CHECK(failed.queries <= error_rate(15));
  }
}

TEST_CASE("more columns and more rows, smaller errors") {
  const ZipfDocuments documents;
  const Field field = documents.document(0);
  const auto error = [&](std::uint32_t rows, std::uint32_t columns) {
    const TermSpots spots = random_spots(documents.vocabulary, rows, columns);
    const Sketch sketch =
        sketch_of({SketchKind::kCount, rows, columns}, field, spots);
    double sum = 0;
    for (TermId term = 0; term < documents.vocabulary; ++term)
      sum += std::abs(sketch.estimate(spots[term]) - count_of(field, term));
    return sum;
  };
  CHECK(error(9, 400) < error(9, 100) / 2);
  CHECK(error(31, 100) < error(3, 100) / 1.5);
}

TEST_CASE("sketches add up: of two documents as of both in one") {
  const TermSpots spots = random_spots(10, 4, 7);
  for (const auto kind : {SketchKind::kCount, SketchKind::kCountMin}) {
    const SketchShape shape{kind, 4, 7};
    Sketch sum = sketch_of(shape, Field{{1, 3}, {4, 2}}, spots);
    sum += sketch_of(shape, Field{{1, 1}, {9, 5}}, spots);
    const Sketch both = sketch_of(shape, Field{{1, 4}, {4, 2}, {9, 5}}, spots);
    CHECK(std::ranges::equal(sum.cells(), both.cells()));
    // A removed term leaves no trace.
    sum.add(spots[9], -5);
    const Sketch less = sketch_of(shape, Field{{1, 4}, {4, 2}}, spots);
    CHECK(std::ranges::equal(sum.cells(), less.cells()));
    sum.clear();
    CHECK(sum.estimate(spots[1]) == 0);
  }
}

TEST_CASE("the median of an even number of rows is the mean of the middle") {
  std::vector<double> four{9, 1, 4, 2};
  CHECK(estimate_of(SketchKind::kCount, four) == 3);
  std::vector<double> three{9, 1, 4};
  CHECK(estimate_of(SketchKind::kCount, three) == 4);
  CHECK(estimate_of(SketchKind::kCountMin, four) == 1);
}

TEST_CASE("a sketch refuses what does not fit it") {
  const TermSpots spots = random_spots(10, 4, 7);
  Sketch sketch({SketchKind::kCount, 4, 7});
  const Field unknown{{10, 1}};
  const Field large{{1, 2000000000}, {2, 2000000000}};
  CHECK_THROWS_AS(sketch.add(unknown, spots), std::invalid_argument);
  CHECK_THROWS_AS(sketch.add(large, spots), std::invalid_argument);
  CHECK_THROWS_AS(sketch += Sketch({SketchKind::kCount, 4, 8}),
                  std::invalid_argument);
  CHECK_THROWS_AS(sketch_of({SketchKind::kCount, 4, 8}, Field{}, spots),
                  std::invalid_argument);
  CHECK_THROWS_WITH_AS(sketch_kind("median"),
                       doctest::Contains("count, count-min"),
                       std::invalid_argument);
  CHECK(sketch_kind(name_of(SketchKind::kCountMin)) == SketchKind::kCountMin);
}

TEST_CASE("a sketch's cells are those that a walk over its field fills") {
  Rng rng(1, Purpose::kTest);
  for (const auto kind : {SketchKind::kCount, SketchKind::kCountMin})
    for (int trial = 0; trial < 20; ++trial) {
      const auto rows = static_cast<std::uint32_t>(1 + rng.below(6));
      const auto columns = static_cast<std::uint32_t>(1 + rng.below(20));
      const TermSpots spots = random_spots(40, rows, columns);
      Field field;
      std::map<std::pair<std::uint32_t, std::uint32_t>, std::int32_t> expected;
      for (TermId term = 0; term < 40; ++term) {
        if (rng.below(2) == 0) continue;
        field.push_back({term, static_cast<std::int32_t>(1 + rng.below(9))});
        for (std::uint32_t row = 0; row < rows; ++row) {
          const Cell spot = spots[term][row];
          expected[{row, spot.column()}] +=
              (kind == SketchKind::kCount ? spot.sign() : 1) *
              field.back().count;
        }
      }
      const Sketch sketch = sketch_of({kind, rows, columns}, field, spots);
      for (std::uint32_t row = 0; row < rows; ++row)
        for (std::uint32_t column = 0; column < columns; ++column)
          CHECK(sketch.at(row, column) == expected[{row, column}]);
    }
}

TEST_CASE("estimates are medians or minima of sorted values, of any type") {
  Rng rng(2, Purpose::kTest);
  for (int trial = 0; trial < 300; ++trial) {
    std::vector<double> values(1 + rng.below(10));
    for (double& value : values) value = double(rng.below(12)) - 6;
    std::vector<float> floats(values.begin(), values.end());
    std::vector<std::int32_t> numbers(values.begin(), values.end());
    std::vector<double> sorted = values;
    std::ranges::sort(sorted);
    const std::size_t n = sorted.size();
    const double median = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
    std::vector<double> copy = values;
    CHECK(estimate_of(SketchKind::kCountMin, copy) == sorted[0]);
    CHECK(estimate_of(SketchKind::kCount, copy) == median);
    CHECK(estimate_of(SketchKind::kCount, std::span(floats)) == median);
    CHECK(estimate_of(SketchKind::kCount, std::span(numbers)) == median);
    // In another order, but the same values.
    std::ranges::sort(copy);
    CHECK(copy == sorted);
  }
  std::vector<double> none;
  CHECK_THROWS_WITH(estimate_of(SketchKind::kCount, none),
                    "an estimate needs at least one row");
  // The mean of the two in the middle does not overflow.
  std::vector<std::int32_t> large(2, 2147483647);
  CHECK(estimate_of(SketchKind::kCount, std::span(large)) == 2147483647.0);
}

TEST_CASE("a sketch takes counts up to the largest, and names refused ones") {
  const TermSpots spots = random_spots(3, 2, 5);
  const SketchShape shape{SketchKind::kCountMin, 2, 5};
  const Sketch sketch = sketch_of(shape, Field{{1, 2147483647}}, spots);
  CHECK(sketch.estimate(spots[1]) == 2147483647.0);
  CHECK_THROWS_WITH(sketch_of(shape, Field{{1, 2147483647}, {2, 1}}, spots),
                    "a field has at most 2^31 - 1 terms");
  CHECK_THROWS_WITH(sketch_of(shape, Field{{3, 1}}, spots),
                    "a field's terms are not all in the dictionary");
  CHECK_THROWS_WITH(sketch_of({SketchKind::kCountMin, 5, 2}, Field{}, spots),
                    "the dictionary was hashed for another shape of sketch");
  CHECK_THROWS_WITH(Sketch({SketchKind::kCount, 0, 5}),
                    "a sketch has at least one row and one column");
  CHECK_THROWS_WITH(Sketch({SketchKind::kCount, 5, 0}),
                    "a sketch has at least one row and one column");
  CHECK_THROWS_WITH(sketch.estimate(spots[1].first(1)),
                    "a term has one spot in each row");
  Sketch other(shape);
  CHECK_THROWS_WITH(other += Sketch({SketchKind::kCount, 2, 5}),
                    "only sketches of one shape can be added");
}

}  // namespace fedltr::sketch_test
