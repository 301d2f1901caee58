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
  return attack_with(
      "ipm", "the honest mean update, reversed", "Xie et al. (UAI 2019)",
      strength_parameter("ipm.factor", 1,
                         "multiple of the honest mean update that is sent "
                         "reversed; 0: the default"),
      [](const AttackInput& input, double c) {
        const Vector mean = input.honest.colwise().mean().transpose();
        return for_all(input.global - c * (mean - input.global),
                       input.attackers);
      });
}

AttackMethod sign_flip_attack() {
  return attack_with(
      "sign-flip", "each attacker's own update, reversed",
      "Li et al. (AAAI 2019)",
      strength_parameter("sign-flip.factor", 1,
                         "multiple of the own update that is sent reversed; "
                         "0: the default"),
      [](const AttackInput& input, double c) { return times_own(input, -c); });
}

AttackMethod gaussian_attack() {
  return attack_with(
      "gaussian", "noise around the model before the round",
      "Blanchard et al. (NeurIPS 2017)",
      strength_parameter("gaussian.length", 10,
                         "mean length of the noise, in lengths of the honest "
                         "mean update; 0: the default"),
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
  return attack_with(
      "scaled", "each attacker's own update, multiplied",
      "Bagdasaryan et al. (AISTATS 2020)",
      strength_parameter("scaled.factor", 10,
                         "multiple of the own update that is sent; 0: the "
                         "default"),
      [](const AttackInput& input, double c) { return times_own(input, c); });
}

AttackMethod unlearning_probe() {
  return attack_with(
      "unlearning-probe",
      "each attacker's own model, reversed: a probe of unlearning",
      "Wang (2025), Eq. 6.3",
      strength_parameter("unlearning-probe.factor", 2,
                         "multiple of the own model that is sent reversed; "
                         "0: the default"),
      [](const AttackInput& input, double z) -> Matrix {
        return -z * input.honest.topRows(input.attackers);
      });
}

}  // namespace fedltr
