#include "algorithms/attacks/blinding.hpp"

namespace fedltr {
namespace {

const Parameter kBlindingPush = push_parameter("blinding.step", 1);
const Parameter kBlindingAmplitude = amplitude_parameter(1e6);
const Parameter kBlindingPeriod = whole_parameter(
    "period", 300, 1, 10000000, "training rounds from one pair to the next");

}  // namespace

AttackMethod blinding_attack() {
  return {"blinding",
          "step back, hidden by a huge cancelling pair from time to time",
          "fedltr",
          {kBlindingPush, kBlindingAmplitude, kBlindingPeriod},
          [](const AttackOptions& options) {
            const double push = options.parameters.real(kBlindingPush);
            const double amplitude =
                options.parameters.real(kBlindingAmplitude);
            const auto rounds =
                options.parameters.whole<std::uint32_t>(kBlindingPeriod);
            return with_drift(
                [=](const AttackInput& input, const HonestDrift& drift) {
                  Matrix sent = for_all(pushed(drift, push), input.attackers);
                  const auto now = HonestDrift::period_of(input.round, rounds);
                  const bool due =
                      drift.previous() == 0 ||
                      HonestDrift::period_of(drift.previous(), rounds) < now;
                  if (!due || input.attackers < 2) return sent;
                  const double length = amplitude * drift.typical();
                  const Vector aside =
                      (now % 2 == 0 ? length : -length) * drift.aside();
                  sent.row(0) += aside.transpose();
                  sent.row(1) -= aside.transpose();
                  return sent;
                });
          },
          kOnModels};
}

}  // namespace fedltr
