#include "algorithms/silo/pointwise.hpp"

#include <doctest/doctest.h>

#include "tests/support/small_training.hpp"

namespace fedltr::pointwise_test {
using namespace fedltr::test;

TEST_CASE("a model's gradient is its loss's slope") {
  for (const auto& method : pointwise_models()) {
    CAPTURE(method.name);
    const auto model = method.make(kFeatures, 3);
    const Vector at = random_vector(model->parameters(), 1);
    const Eigen::RowVectorXd x = random_vector(kFeatures, 2).transpose();
    for (const double target : {0.0, 1.0, 2.0}) {
      const auto loss = [&](const Vector& parameters) {
        Vector ignored = Vector::Zero(at.size());
        return model->add_gradient(parameters, x, target, 0.5, ignored);
      };
      Vector gradient = Vector::Zero(at.size());
      model->add_gradient(at, x, target, 0.5, gradient);
      for (Index i = 0; i < at.size(); ++i) {
        Vector up = at;
        Vector down = at;
        up(i) += 1e-6;
        down(i) -= 1e-6;
        CHECK(gradient(i) ==
              doctest::Approx((loss(up) - loss(down)) / 2e-6).epsilon(1e-5));
      }
    }
  }
}

TEST_CASE("scores and labels are those worked by hand") {
  // Outputs log 1, log 2, log 5: the expected grade is (2 + 10) / 8.
  const auto softmax = model_of("softmax");
  Vector parameters = Vector::Zero(12);
  parameters(3) = std::log(1.0);
  parameters(7) = std::log(2.0);
  parameters(11) = std::log(5.0);
  const Matrix none = Matrix::Zero(1, kFeatures);
  CHECK(softmax->scores(parameters, none)(0) == doctest::Approx(1.5));
  CHECK(softmax->label(parameters, none.row(0)) == 2);
  CHECK(softmax->label(Vector::Zero(12), none.row(0)) == 0);
  const auto regression = model_of("regression");
  const Vector line{{1, 0, -2, 0.5}};
  const Matrix x{{1, 9, 0.1}, {3, 0, 0}, {-3, 0, 0}};
  CHECK(regression->scores(line, x).isApprox(Vector{{1.3, 3.5, -2.5}}));
  CHECK(regression->label(line, x.row(0)) == doctest::Approx(1.3));
  CHECK(regression->label(line, x.row(1)) == 2);
  CHECK(regression->label(line, x.row(2)) == 0);
  CHECK_THROWS_AS(softmax->scores(line, x), std::invalid_argument);
  CHECK_THROWS_AS(find(pointwise_models(), "softmax").make(3, 1),
                  std::invalid_argument);
}

TEST_CASE("a large output does not overflow") {
  const auto softmax = model_of("softmax");
  Vector parameters = Vector::Zero(12);
  parameters(11) = 1e4;
  Vector gradient = Vector::Zero(12);
  const Eigen::RowVectorXd x = Eigen::RowVectorXd::Zero(kFeatures);
  CHECK(softmax->scores(parameters, x)(0) == doctest::Approx(2));
  CHECK(std::isfinite(softmax->add_gradient(parameters, x, 0, 1, gradient)));
  CHECK(gradient(3) == doctest::Approx(-1));
}

}  // namespace fedltr::pointwise_test
