#include "algorithms/attacks/simple.hpp"

#include <cmath>

namespace fedltr {
namespace {

/// global + factor * each attacker's own update.
Matrix times_own(const AttackInput& input, double factor) {
  const auto global = input.global.transpose();
  const Matrix own = input.honest.topRows(input.attackers);
  return (factor * (own.rowwise() - global)).rowwise() + global;
}

}  // namespace

AttackMethod inner_product_attack() {
  return attack_of_strength(
      "ipm", "the honest mean update, reversed", "Xie et al. (UAI 2019)", 1,
      "length relative to the mean", [](const AttackInput& input, double c) {
        const Vector mean = input.honest.colwise().mean().transpose();
        return for_all(input.global - c * (mean - input.global),
                       input.attackers);
      });
}

AttackMethod sign_flip_attack() {
  return attack_of_strength(
      "sign-flip", "each attacker's own update, reversed",
      "Li et al. (AAAI 2019)", 1, "length relative to the own update",
      [](const AttackInput& input, double c) { return times_own(input, -c); });
}

AttackMethod gaussian_attack() {
  return attack_of_strength(
      "gaussian", "noise around the model before the round",
      "Blanchard et al. (NeurIPS 2017)", 10,
      "length relative to the mean update",
      [](const AttackInput& input, double c) {
        const Vector mean = input.honest.colwise().mean().transpose();
        const double deviation =
            c * (mean - input.global).norm() / std::sqrt(mean.size());
        Rng rng = input.rng;
        Matrix sent(input.attackers, mean.size());
        Vector noise(mean.size());
        for (Index i = 0; i < sent.rows(); ++i) {
          rng.fill_normal(noise);
          sent.row(i) = (input.global + deviation * noise).transpose();
        }
        return sent;
      });
}

AttackMethod scaled_attack() {
  return attack_of_strength(
      "scaled", "each attacker's own update, multiplied",
      "Bagdasaryan et al. (AISTATS 2020)", 10, "factor",
      [](const AttackInput& input, double c) { return times_own(input, c); });
}

AttackMethod unlearning_probe() {
  return attack_of_strength(
      "unlearning-probe",
      "each attacker's own model, reversed: a probe of unlearning",
      "Wang (2025), Eq. 6.3", 2, "length relative to the own model",
      [](const AttackInput& input, double z) -> Matrix {
        return -z * input.honest.topRows(input.attackers);
      });
}

}  // namespace fedltr
