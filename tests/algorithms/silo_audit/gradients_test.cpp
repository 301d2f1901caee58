#include "algorithms/silo_audit/gradients.hpp"

#include <doctest/doctest.h>

using namespace fedltr;

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

TEST_CASE("the first gradient of two instances says their grades, by hand") {
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
