#include "algorithms/attacks/replacement.hpp"

namespace fedltr {
namespace {

const Parameter kLength = strength_parameter(
    "replacement.length", 1,
    "length of the model that replaces the global one, relative to its length");
const Parameter kReplacementStart = whole_parameter(
    "start", 0, 0, 10000000, "training round of the message; 0: the last");

/// Message that makes the mean the wanted model, if the others are as expected.
Vector replacing(const AttackInput& input, const HonestDrift& drift,
                 double length) {
  const Vector wanted = length * input.global.norm() * drift.back();
  const double n = input.clients;
  return n * wanted - (n - 1) * drift.mean();
}

}  // namespace

AttackMethod replacement_attack() {
  return {"replacement",
          "one client's single message that replaces the model",
          "fedltr; after Bagdasaryan et al. (AISTATS 2020)",
          {kLength, kReplacementStart},
          [](const AttackOptions& options) {
            const double length = options.parameters.real(kLength);
            const auto given =
                options.parameters.whole<std::uint32_t>(kReplacementStart);
            const std::uint32_t start = given > 0 ? given : options.rounds;
            return with_drift(
                [=](const AttackInput& input, const HonestDrift& drift) {
                  Matrix sent = input.honest.topRows(input.attackers);
                  if (drift.previous() < start && start <= input.round)
                    sent.row(0) = replacing(input, drift, length).transpose();
                  return sent;
                });
          },
          {.on_models = true,
           .replaces_model = true,
           .follows_rounds = [](const ParameterValues& parameters) {
             return parameters.whole<std::uint32_t>(kReplacementStart) == 0;
           }}};
}

}  // namespace fedltr
