#include "algorithms/attacks/simple.hpp"

#include <cmath>

namespace fedltr {
namespace {

double or_else(double strength, double fallback) {
  return strength != 0 ? strength : fallback;
}

/// global + factor * each attacker's own update.
Matrix times_own(const AttackInput& input, double factor) {
  const auto global = input.global.transpose();
  const Matrix own = input.honest.topRows(input.attackers);
  return (factor * (own.rowwise() - global)).rowwise() + global;
}

}  // namespace

Method<AttackFactory> inner_product_attack() {
  return {"ipm",
          "the honest mean update, reversed",
          "Xie et al. (UAI 2019)",
          {{"strength", 1, "length against that of the mean"}},
          [](const AttackOptions& options) -> Attack {
            return
                [c = or_else(options.strength, 1)](const AttackInput& input) {
                  const Vector mean = input.honest.colwise().mean().transpose();
                  return for_all(input.global - c * (mean - input.global),
                                 input.attackers);
                };
          }};
}

Method<AttackFactory> sign_flip_attack() {
  return {"sign-flip",
          "each its own update, reversed",
          "Li et al. (AAAI 2019)",
          {{"strength", 1, "length against that of the own update"}},
          [](const AttackOptions& options) -> Attack {
            return
                [c = or_else(options.strength, 1)](const AttackInput& input) {
                  return times_own(input, -c);
                };
          }};
}

Method<AttackFactory> gaussian_attack() {
  return {
      "gaussian",
      "noise around the model before the round",
      "Blanchard et al. (NeurIPS 2017)",
      {{"strength", 10, "length against that of the mean update"}},
      [](const AttackOptions& options) -> Attack {
        return [c = or_else(options.strength, 10)](const AttackInput& input) {
          const Vector mean = input.honest.colwise().mean().transpose();
          const double deviation = c * (mean - input.global).norm() /
                                   std::sqrt(static_cast<double>(mean.size()));
          Rng rng = input.rng;
          Matrix sent(input.attackers, mean.size());
          Vector noise(mean.size());
          for (Index i = 0; i < sent.rows(); ++i) {
            rng.fill_normal(noise);
            sent.row(i) = (input.global + deviation * noise).transpose();
          }
          return sent;
        };
      }};
}

Method<AttackFactory> scaled_attack() {
  return {"scaled",
          "each its own update, many times over",
          "Bagdasaryan et al. (AISTATS 2020)",
          {{"strength", 10, "how many times"}},
          [](const AttackOptions& options) -> Attack {
            return
                [c = or_else(options.strength, 10)](const AttackInput& input) {
                  return times_own(input, c);
                };
          }};
}

Method<AttackFactory> unlearning_probe() {
  return {"unlearning-probe",
          "each its own model, reversed: to be found again, or not",
          "Wang (2025), Eq. 6.3",
          {{"strength", 2, "length against that of the own model"}},
          [](const AttackOptions& options) -> Attack {
            return [z = or_else(options.strength, 2)](
                       const AttackInput& input) -> Matrix {
              return -z * input.honest.topRows(input.attackers);
            };
          }};
}

}  // namespace fedltr
