#include "algorithms/aggregation/krum.hpp"

#include <cmath>

#include <doctest/doctest.h>

namespace fedltr::krum_test {
namespace {

const std::vector<bool> kAll(5, true);

/// Squared distances on a line.
Matrix on_a_line(const std::vector<double>& at) {
  Matrix models(std::ssize(at), 1);
  for (std::size_t i = 0; i < at.size(); ++i)
    models(static_cast<Index>(i), 0) = at[i];
  return squared_distances(models);
}

}  // namespace

TEST_CASE("a Krum score sums the n - m - 2 nearest, not more or fewer") {
  const Matrix squared = on_a_line({0, 1, 3, 7, 15});
  // m = 1: two nearest; m = 0: three; m = 2: one.
  CHECK(krum_scores(squared, 1, kAll)(0) == doctest::Approx(1 + 9));
  CHECK(krum_scores(squared, 0, kAll)(0) == doctest::Approx(1 + 9 + 49));
  CHECK(krum_scores(squared, 2, kAll)(0) == doctest::Approx(1));
  // At least one counts, for any m.
  CHECK(krum_scores(squared, 4, kAll)(0) == doctest::Approx(1));
}

TEST_CASE("rows that don't count neither score nor serve as neighbours") {
  const Matrix squared = on_a_line({0, 1, 3, 7, 15});
  const Vector scores =
      krum_scores(squared, 1, {true, false, true, true, true});
  CHECK(std::isinf(scores(1)));
  // Four rows remain, so one nearest counts.
  CHECK(scores(0) == doctest::Approx(9));
  CHECK(scores(4) == doctest::Approx(64));
}

TEST_CASE("Krum picks the first of equal scores") {
  const Matrix mirror{{-2}, {-1}, {0}, {1}, {2}};
  CHECK(krum_choice(mirror, 1) == 1);
  CHECK(krum_choice(Matrix(Matrix::Zero(7, 3)), 2) == 0);
}

TEST_CASE("Krum picks none of a few far models that agree") {
  Matrix models(9, 2);
  for (Index i = 0; i < 6; ++i) models.row(i) << 0.1 * double(i), 0;
  models.bottomRows(3).setConstant(1000);
  CHECK(krum_choice(models, 3) < 6);
}

}  // namespace fedltr::krum_test
