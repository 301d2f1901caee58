#include "algorithms/audit/gradients.hpp"

#include <doctest/doctest.h>

namespace fedltr::gradients_test {
namespace {

std::shared_ptr<const PointwiseModel> softmax() {
  return find(pointwise_models(), "softmax").make(2, 3);
}

TrainingSet instances() {
  TrainingSet set{Matrix(4, 2), Vector(4)};
  set.features << 1, -2, .5, 3, -1, .25, 2, 2;
  set.labels << 0, 2, 1, 0;
  return set;
}

Vector trained() {
  Vector parameters(9);
  parameters << .5, -.25, .1, 0, .75, -.2, -.5, .125, .3;
  return parameters;
}

GradientAudit attack(const Vector& parameters, Index batch) {
  return audit_gradients(*softmax(), instances(), parameters, {.batch = batch});
}

}  // namespace

TEST_CASE("the first gradient of two instances reveals their grades, by hand") {
  // Grades 0 and 2 at zero: p = 1/3 each, mean slopes (1/3 - 1/2, 1/3, -1/6).
  Vector gradient(9);
  gradient << 0, 0, 1.0 / 3 - .5, 0, 0, 1.0 / 3, 0, 0, 1.0 / 3 - .5;
  // Rows of features that no single instance has.
  gradient(0) = .1;
  gradient(7) = .2;
  const GradientReading reading =
      read_gradient(gradient, Vector::Zero(9), *softmax(), .01, 2);
  CHECK(reading.labels == std::vector<std::uint32_t>{1, 0, 1});
  CHECK_FALSE(reading.instance);
}

TEST_CASE("the gradient of one instance is the instance, whenever") {
  for (const Vector& parameters : {Vector(Vector::Zero(9)), trained()}) {
    Vector gradient = Vector::Zero(9);
    Eigen::RowVectorXd x(2);
    x << 1.5, -3;
    softmax()->add_gradient(parameters, x, 2, 1, gradient);
    const GradientReading reading =
        read_gradient(gradient, parameters, *softmax(), 0, 1);
    REQUIRE(reading.instance);
    CHECK((*reading.instance - x.transpose()).cwiseAbs().maxCoeff() < 1e-9);
    CHECK(reading.labels == std::vector<std::uint32_t>{0, 0, 1});
  }
}

TEST_CASE("batches hide instances, and later ones their grades") {
  CHECK(attack(Vector::Zero(9), 1).instances.mean == 1);
  CHECK(attack(trained(), 1).instances.mean == 1);
  CHECK(attack(trained(), 1).labels.mean == 1);
  const GradientAudit first = attack(Vector::Zero(9), 64);
  CHECK(first.labels.mean == 1);
  CHECK(first.blind_labels < .1);
  CHECK(first.instances.mean == 0);
  const GradientAudit late = attack(trained(), 64);
  CHECK(late.labels.mean == 0);
  CHECK(late.instances.mean == 0);
}

TEST_CASE("the parameters' regularisation is known and taken off") {
  Vector gradient = Vector::Zero(9);
  Eigen::RowVectorXd x(2);
  x << .5, 2;
  softmax()->add_gradient(trained(), x, 1, 1, gradient);
  // l2 times the weights of features, not of constants.
  Eigen::Map<Matrix>(gradient.data(), 3, 3).leftCols(2) +=
      .3 * Eigen::Map<const Matrix>(trained().data(), 3, 3).leftCols(2);
  const GradientReading reading =
      read_gradient(gradient, trained(), *softmax(), .3, 1);
  REQUIRE(reading.instance);
  CHECK((*reading.instance - x.transpose()).cwiseAbs().maxCoeff() < 1e-9);
  CHECK(reading.labels == std::vector<std::uint32_t>{0, 1, 0});
  // With another strength, the rows are no multiples of each other.
  CHECK_FALSE(read_gradient(gradient, trained(), *softmax(), 0, 1).instance);
}

TEST_CASE("a batch of one instance, drawn twice, is that instance") {
  Vector gradient = Vector::Zero(9);
  const auto set = instances();
  for (int times = 0; times < 2; ++times)
    softmax()->add_gradient(Vector::Zero(9), set.features.row(1), 2, .5,
                            gradient);
  const GradientReading reading =
      read_gradient(gradient, Vector::Zero(9), *softmax(), 0, 2);
  REQUIRE(reading.instance);
  CHECK((*reading.instance)(0) == doctest::Approx(.5));
  CHECK((*reading.instance)(1) == doctest::Approx(3));
  CHECK(reading.labels == std::vector<std::uint32_t>{0, 0, 2});
}

TEST_CASE("an empty gradient reveals no instance") {
  CHECK_FALSE(read_gradient(Vector::Zero(9), Vector::Zero(9), *softmax(), 0, 4)
                  .instance);
  CHECK_THROWS_AS(
      read_gradient(Vector::Zero(8), Vector::Zero(9), *softmax(), 0, 4),
      std::invalid_argument);
}

TEST_CASE("an audit draws the given number of gradients, always the same") {
  const GradientAuditOptions options{.batch = 2, .gradients = 50, .seed = 3};
  const auto once =
      audit_gradients(*softmax(), instances(), Vector::Zero(9), options);
  const auto again =
      audit_gradients(*softmax(), instances(), Vector::Zero(9), options);
  CHECK(once.gradients == 50);
  CHECK(once.labels.mean == 1);
  CHECK(once.instances.mean == again.instances.mean);
  // Both draws of one of four instances: a quarter; one of them an opposite of
  // none. Of 50, within four standard deviations.
  CHECK(once.instances.mean == doctest::Approx(.25).epsilon(1));
  CHECK(once.instances.mean > 0);
  // Grades 0, 2, 1, 0 of four: the commonest counts are {1, 1, 0} and
  // {1, 0, 1}, a quarter each.
  CHECK(once.blind_labels == doctest::Approx(.25).epsilon(.9));
  CHECK_THROWS_AS(audit_gradients(*softmax(), instances(), Vector::Zero(9),
                                  {.gradients = 0}),
                  std::invalid_argument);
}

}  // namespace fedltr::gradients_test
