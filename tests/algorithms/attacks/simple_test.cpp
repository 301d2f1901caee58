#include "algorithms/attacks/simple.hpp"

#include <doctest/doctest.h>

namespace fedltr::simple_test {
namespace {

/// Models of two attackers, whose own models are the first of three honest
/// ones.
/// @param strength  0: the default
Matrix craft(const AttackMethod& method, double strength = 0) {
  const Vector global{{2, 2}};
  const Matrix honest{{3, 2}, {5, 4}, {1, 0}};  // on average (3, 2)
  return method.make({{{method.parameters.at(0).name, strength}}})
      ->craft({global, honest, 2, 10, 2, Rng(1, Purpose::kAttack)});
}

}  // namespace

TEST_CASE("a reversed own update starts from the model before the round") {
  CHECK(craft(sign_flip_attack()) == Matrix{{1, 2}, {-1, 0}});
  CHECK(craft(sign_flip_attack(), 2) == Matrix{{0, 2}, {-4, -2}});
}

TEST_CASE("a scaled update is the attacker's own, ten times over") {
  CHECK(craft(scaled_attack()) == Matrix{{12, 2}, {32, 22}});
  CHECK(craft(scaled_attack(), 3) == Matrix{{5, 2}, {11, 8}});
}

TEST_CASE("an inner-product attack reverses the mean of all it knows") {
  CHECK(craft(inner_product_attack()) == Matrix{{1, 2}, {1, 2}});
  CHECK(craft(inner_product_attack(), 4) == Matrix{{-2, 2}, {-2, 2}});
}

TEST_CASE("a probe of unlearning reverses the model, not the update") {
  CHECK(craft(unlearning_probe()) == Matrix{{-6, -4}, {-10, -8}});
  CHECK(craft(unlearning_probe(), 1) == Matrix{{-3, -2}, {-5, -4}});
}

TEST_CASE("Gaussian attackers send noise each of their own") {
  const Matrix weak = craft(gaussian_attack(), 1);
  const Matrix strong = craft(gaussian_attack(), 100);
  CHECK(weak.row(0) != weak.row(1));
  // The same draws, around the model before the round.
  CHECK((strong.array() - 2).isApprox(100 * (weak.array() - 2), 1e-12));
}

}  // namespace fedltr::simple_test
