#include "algorithms/aggregation/robust.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"
#include "algorithms/core/wide.hpp"

namespace fedltr::robust_test {
namespace {

double usual(const Vector& lengths, std::uint32_t malicious) {
  return median_of_copy(lengths(telling_rows(lengths, malicious)));
}

}  // namespace

TEST_CASE("the largest number below half leaves a majority") {
  CHECK(below_half(1) == 0);
  CHECK(below_half(2) == 0);
  CHECK(below_half(3) == 1);
  CHECK(below_half(10) == 4);
  CHECK(below_half(11) == 5);
}

TEST_CASE("the mean of what is kept passes over the others") {
  const Matrix models{{1, 10}, {100, 1000}, {3, 30}};
  std::vector<double> weights = {1, 0, 1};
  CHECK(mean_of_kept(models, weights) == Vector{{2, 20}});
  // Two of three are kept: each counts as one and a half.
  CHECK(weights == std::vector<double>{1.5, 0, 1.5});
}

TEST_CASE("a median is the value in the middle, or the mean of the two") {
  std::vector<double> odd = {5, -1, 3};
  CHECK(median_of(odd) == 3);
  std::vector<double> even = {8, 1, 2, 4};
  CHECK(median_of(even) == 3);
  std::vector<double> one = {7};
  CHECK(median_of(one) == 7);
}

TEST_CASE("distances are Euclidean, from the given centre") {
  const Matrix models{{3, 4}, {0, 0}, {1, 0}};
  CHECK(distances_to(models, Vector::Zero(2)) == Vector{{5, 0, 1}});
  CHECK(distances_to(models, Vector{{1, 0}})(1) == 1);
}

TEST_CASE("a usual length is the median, of those that moved if most did not") {
  CHECK(usual(Vector{{3, 1, 2}}, 1) == 2);
  CHECK(usual(Vector{{4, 1, 2, 9}}, 1) == 3);
  CHECK(usual(Vector{{0, 0, 2, 4, 5}}, 1) == 2);
  CHECK(usual(Vector{{0, 0, 2, 4}}, 1) == 1);
  CHECK(usual(Vector{{0, 0, 0, 0, 5, 0, 7, 6}}, 0) == 6);
  CHECK(usual(Vector{{0, 0}}, 0) == 0);
  CHECK(telling_rows(Vector{{0, 0, 2, 4}}, 0) ==
        std::vector<Index>{0, 1, 2, 3});
  CHECK(telling_rows(Vector{{0, 3, 0}}, 0) == std::vector<Index>{1});
}

TEST_CASE("a usual length is none that only malicious clients have") {
  // One of the three longest is honest, whichever the two are.
  CHECK(usual(Vector{{0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 5, 6, 1e9, 1e9}}, 2) ==
        5);
  CHECK(usual(Vector{{0, 0, 0, 0, 0, 0, 0, 0, 2, 3, 5, 6, 1e9, 1e9}}, 2) == 0);
  CHECK(usual(Vector{{0, 0, 0, 0, 0, 1e9, 1e9, 1e9}}, 3) == 0);
}

TEST_CASE("distances are right beside a model however far off") {
  for (const Index clients : {3, 32, 33, 100})
    for (const double far : {0.0, 1.0, 1e3, 1e6, 1e9, 1e16, 1e24, 1e100}) {
      CAPTURE(clients);
      CAPTURE(far);
      Rng rng(1, Purpose::kTest, 5);
      Matrix models(clients, 8);
      for (double& value : models.reshaped<Eigen::RowMajor>())
        value = rng.normal();
      models.row(0).setConstant(far);
      models.row(1) = models.row(2);
      const Matrix squared = squared_distances(models);
      CHECK(squared(1, 2) == 0);
      for (Index i = 0; i < clients; ++i)
        for (Index j = 0; j < clients; ++j) {
          const double exact = (models.row(i) - models.row(j)).squaredNorm();
          CHECK(std::abs(squared(i, j) - exact) <= 1e-9 * exact);
        }
    }
}

TEST_CASE("distances of many models agree with those of few") {
  // Few are taken one by one, many by a matrix product.
  Rng rng(1, Purpose::kTest);
  Matrix many(200, 30);
  for (double& value : many.reshaped<Eigen::RowMajor>()) value = rng.normal();
  const Matrix few = many.topRows(4);
  const Matrix of_many = squared_distances(many);
  const Matrix of_few = squared_distances(few);
  for (Index i = 0; i < 4; ++i) {
    CHECK(of_many(i, i) == doctest::Approx(0).scale(1));
    for (Index j = 0; j < 4; ++j) {
      CHECK(of_many(i, j) == doctest::Approx(of_few(i, j)).epsilon(1e-10));
      CHECK(of_few(i, j) == of_few(j, i));
    }
  }
}

TEST_CASE("distances of any number of models are the same on all registers") {
  for (const Index clients : {33, 40, 47})
    for (const Index size : {1, 8, 255, 257, 520}) {
      CAPTURE(clients);
      CAPTURE(size);
      Rng rng(2, Purpose::kTest, 5);
      Matrix models(clients, size);
      for (double& value : models.reshaped<Eigen::RowMajor>())
        value = rng.normal();
      std::vector<Matrix> found;
      for (const std::string_view name : register_names()) {
        use_registers(name);
        found.push_back(squared_distances(models));
        CHECK(found.back() == found.front());
      }
      for (Index i = 0; i < clients; ++i)
        for (Index j = 0; j < clients; ++j)
          CHECK(found[0](i, j) ==
                doctest::Approx((models.row(i) - models.row(j)).squaredNorm())
                    .epsilon(1e-9));
    }
}

}  // namespace fedltr::robust_test
