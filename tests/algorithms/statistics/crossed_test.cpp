#include "algorithms/statistics/crossed.hpp"

#include <Eigen/LU>
#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"
#include "algorithms/statistics/paired.hpp"

namespace fedltr::crossed_test {
namespace {

/// Standard deviations of the effects of queries and seeds, and of the rest.
struct Truth {
  double query;
  double seed;
  double rest;
};

/// A standard normal number: Box and Muller.
double normal(Rng& rng) {
  const double radius = std::sqrt(-2 * std::log(1 - rng.uniform()));
  return radius * std::cos(2 * 3.14159265358979323846 * rng.uniform());
}

/// A comparison whose true difference is `mean`.
Matrix draw(const Truth& truth, double mean, Index queries, Index seeds,
            std::uint32_t number) {
  Rng rng(1, Purpose::kPermutation, 1, number);
  Matrix d(queries, seeds);
  for (Index q = 0; q < queries; ++q)
    d.row(q).setConstant(mean + truth.query * normal(rng));
  for (Index s = 0; s < seeds; ++s) {
    const double effect = truth.seed * normal(rng);
    for (Index q = 0; q < queries; ++q)
      d(q, s) += effect + truth.rest * normal(rng);
  }
  return d;
}

double t_test_over_queries(const Matrix& d) {
  const Vector means = d.rowwise().mean();
  return compare_pairs({means.data(), static_cast<std::size_t>(means.size())},
                       1, 1)
      .t_test;
}

double t_test_over_cells(const Matrix& d) {
  return compare_pairs({d.data(), static_cast<std::size_t>(d.size())}, 1, 1)
      .t_test;
}

/// Share of comparisons with p < .05.
template <class Test>
double share_found(const Truth& truth, double mean, Index queries, Index seeds,
                   std::uint32_t number, const Test& p_value) {
  std::uint32_t found = 0;
  for (std::uint32_t i = 0; i < number; ++i)
    found += p_value(draw(truth, mean, queries, seeds, i)) < 0.05;
  return found / static_cast<double>(number);
}

double crossed_p(const Matrix& d) {
  return compare_crossed(d).t_test;
}

}  // namespace

TEST_CASE("mean squares are those of Shrout and Fleiss (1979), table 4") {
  Matrix ratings(6, 4);
  ratings << 9, 2, 5, 8, 6, 1, 3, 2, 8, 4, 6, 8, 7, 1, 2, 6, 10, 5, 6, 9, 6, 2,
      4, 7;
  const CrossedDifference r = compare_crossed(ratings);
  CHECK(r.query_square == doctest::Approx(11.24).epsilon(0.0005));
  CHECK(r.seed_square == doctest::Approx(32.49).epsilon(0.0005));
  CHECK(r.error_square == doctest::Approx(1.02).epsilon(0.001));
  // With SciPy's t distribution.
  CHECK(r.mean == doctest::Approx(5.291666666666667).epsilon(1e-12));
  CHECK(r.degrees == doctest::Approx(4.836574544449753).epsilon(1e-12));
  CHECK(r.t == doctest::Approx(3.966813551970594).epsilon(1e-12));
  CHECK(r.t_test == doctest::Approx(0.011402112987394663).epsilon(1e-10));
  CHECK(r.interval == doctest::Approx(3.464260894872699).epsilon(1e-10));
}

TEST_CASE("equal systems differ by nothing, a constant gain is certain") {
  CHECK(compare_crossed(Matrix::Zero(5, 3)).t_test == 1);
  const CrossedDifference gain = compare_crossed(Matrix::Constant(5, 3, 0.25));
  CHECK(gain.t_test == 0);
  CHECK(gain.interval == 0);
  CHECK(gain.mean == 0.25);
}

TEST_CASE("queries and seeds of equal means by chance are not certain") {
  // All mean squares but the error's are 0: 4 / 1 and 2 / 4.
  Matrix two(2, 2);
  two << 2, 0, 0, 2;
  const CrossedDifference r = compare_crossed(two);
  CHECK(r.error_square == doctest::Approx(4).epsilon(1e-12));
  CHECK(r.t == doctest::Approx(1).epsilon(1e-12));
  CHECK(r.degrees == doctest::Approx(1).epsilon(1e-12));
  CHECK(r.t_test == doctest::Approx(0.5).epsilon(1e-12));
  CHECK(compare_crossed(Matrix::Identity(3, 3)).t ==
        doctest::Approx(std::sqrt(2)).epsilon(1e-12));
  // The same value, except for rounding.
  CHECK(compare_crossed(0.1 * Matrix::Identity(3, 3)).t ==
        doctest::Approx(std::sqrt(2)).epsilon(1e-12));
}

TEST_CASE("one query or one seed is refused") {
  CHECK_THROWS_AS(compare_crossed(Matrix::Zero(1, 3)), std::invalid_argument);
  CHECK_THROWS_AS(compare_crossed(Matrix::Zero(3, 1)), std::invalid_argument);
  CHECK_THROWS_AS(compare_crossed(Matrix::Constant(3, 3, std::nan(""))),
                  std::invalid_argument);
}

TEST_CASE("variances of unbalanced cells are those of Henderson's method 1") {
  // By hand, for 1 3 | 2 . | . 7: sums of squares 20.75, 18.75, 12.25 from
  // 3.25; queries 2 1 1 times, seeds 2 times each.
  const std::vector<CrossedCell> cells = {
      {0, 0, 1}, {0, 1, 3}, {1, 0, 2}, {2, 1, 7}};
  const CrossedDifference r = compare_crossed(cells);
  CHECK(r.mean == 3.25);
  const Eigen::Matrix3d expected{
      {2.5, 2, 3}, {2.5, 1, 2}, {0.5, 2, 1}};  // of T, T_query, T_seed
  const Eigen::Vector3d found =
      expected.inverse() * Eigen::Vector3d(20.75, 18.75, 12.25);
  CHECK(r.error_square == doctest::Approx(std::max(0.0, found(2))));
  CHECK(r.seed_square ==
        doctest::Approx(std::max(0.0, 2 * found(1) + r.error_square)));
  CHECK(r.query_square ==
        doctest::Approx(std::max(0.0, 1.5 * found(0) + r.error_square)));
}

TEST_CASE("unbalanced cells give the values of an independent mixed model") {
  // Another program's, in NumPy: y'Ay for projections A, set equal to the sum
  // of trace(A V) var over V = ZZ' of queries, of seeds, and I; the mean's
  // variance 1'V1 / N^2; p by Simpson's rule over Student's t. (REML, which
  // weighs the cells differently, has .638, standard error .733, p .43.)
  const std::vector<CrossedCell> cells = {
      {0, 0, -1.5}, {0, 1, -0.1}, {0, 2, 2.4}, {0, 3, 0.4}, {1, 0, -2.4},
      {1, 2, 0.7},  {2, 1, 0.3},  {2, 3, 0.3}, {3, 0, 0.3}, {3, 1, 1.3},
      {3, 2, 2.9},  {4, 3, 2.1},  {5, 1, 1.1}, {5, 2, 2.5}, {5, 3, 1.7},
      {6, 0, -1.5}, {6, 3, 0.3}};
  const CrossedDifference r = compare_crossed(cells);
  CHECK(r.mean == doctest::Approx(0.6352941176470589).epsilon(1e-12));
  CHECK(r.query_square == doctest::Approx(2.2228899430740032).epsilon(1e-12));
  CHECK(r.seed_square == doctest::Approx(7.785722011385199).epsilon(1e-12));
  CHECK(r.error_square == doctest::Approx(0.07046236559139707).epsilon(1e-12));
  CHECK(r.mean * r.mean / (r.t * r.t) ==
        doctest::Approx(0.5845970346392826).epsilon(1e-12));
  CHECK(r.degrees == doctest::Approx(4.696456528483571).epsilon(1e-12));
  CHECK(r.t_test == doctest::Approx(0.4462014839345632).epsilon(1e-9));
}

TEST_CASE("queries that no two seeds share count as part of the error") {
  // Means of the seeds 1, 3, 8; of four cells each, which differ by 1 and -1.
  std::vector<CrossedCell> cells;
  for (Index i = 0; i < 12; ++i)
    cells.push_back(
        {i, i / 4, std::array{1, 3, 8}[i / 4] + (i % 2 ? 1.0 : -1)});
  const CrossedDifference r = compare_crossed(cells);
  // A one-way analysis: between 104 / 2, within 12 / 9.
  CHECK(r.mean == 4);
  CHECK(r.seed_square == doctest::Approx(52));
  CHECK(r.error_square == doctest::Approx(12 / 9.0));
  CHECK(r.t == doctest::Approx(4 / std::sqrt(52 / 12.0)));
  CHECK(r.degrees == 2);
}

TEST_CASE("seeds of different queries keep .05 as well") {
  // 30 of 100 queries under each of 8 seeds.
  std::uint32_t found = 0;
  constexpr std::uint32_t kNumber = 4000;
  for (std::uint32_t i = 0; i < kNumber; ++i) {
    const Matrix all = draw({.1, .02, .1}, 0, 100, 8, i);
    Rng rng(1, Purpose::kPermutation, 2, i);
    std::vector<CrossedCell> cells;
    std::vector<Index> numbers(100, -1);
    Index next = 0;
    for (Index s = 0; s < 8; ++s)
      for (Index q = 0; q < 100; ++q)
        if (rng.uniform() < 0.3) {
          Index& number = numbers[static_cast<std::size_t>(q)];
          if (number < 0) number = next++;
          cells.push_back({number, s, all(q, s)});
        }
    found += compare_crossed(cells).t_test < 0.05;
  }
  CHECK(found / double(kNumber) < 0.064);
  CHECK(found / double(kNumber) > 0.03);
}

// Monte Carlo error of 10,000 comparisons: .0022, so .05 +- .0066 (three
// standard errors) is what an exact test gives.
TEST_CASE("over queries, .05 of 10,000 null comparisons seem to differ") {
  // Differences of one query correlate .5 and .76 between repeats.
  for (const Truth truth : {Truth{.1, 0, .1}, Truth{.1, 0, .056}}) {
    const double share =
        share_found(truth, 0, 100, 3, 10000, t_test_over_queries);
    CHECK(share == doctest::Approx(0.05).epsilon(0.13));
    // A test that takes repeats for independent finds spurious differences.
    CHECK(share_found(truth, 0, 100, 3, 2000, t_test_over_cells) > 0.15);
  }
}

TEST_CASE("the two-way test keeps .05 where queries alone would not") {
  const Truth truth{.1, .01, .1};
  CHECK(share_found(truth, 0, 100, 5, 10000, crossed_p) < 0.0566);
  CHECK(share_found(truth, 0, 100, 5, 10000, crossed_p) > 0.035);
  CHECK(share_found(truth, 0, 100, 20, 2000, t_test_over_queries) > 0.055);
  // In the worst shape tried, seeds decide nearly everything.
  CHECK(share_found({.1, .03, .05}, 0, 100, 3, 4000, crossed_p) < 0.085);
}

TEST_CASE("a true difference is found about as often as a seed allows") {
  // Mean .03: standard error .0115 over queries and seeds.
  const Truth truth{.1, .01, .1};
  const double power = share_found(truth, .03, 100, 5, 2000, crossed_p);
  CHECK(power > 0.55);
  CHECK(power < share_found(truth, .03, 100, 5, 2000, t_test_over_cells));
}

}  // namespace fedltr::crossed_test
