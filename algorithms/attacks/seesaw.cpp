#include "algorithms/attacks/seesaw.hpp"

namespace fedltr {
namespace {

const Parameter kSeesawPush = push_parameter("seesaw.step", 1);
const Parameter kSeesawAmplitude = amplitude_parameter(10);

}  // namespace

AttackMethod seesaw_attack() {
  return {"seesaw",
          "step back, hidden by pairs that alternate their signs",
          "fedltr",
          {kSeesawPush, kSeesawAmplitude},
          [](const AttackOptions& options) {
            const double push = options.parameters.real(kSeesawPush);
            const double amplitude = options.parameters.real(kSeesawAmplitude);
            return with_drift([=](const AttackInput& input,
                                  const HonestDrift& drift) {
              Matrix sent = for_all(pushed(drift, push), input.attackers);
              const Vector aside = amplitude * drift.typical() * drift.aside();
              for (Index i = 0; i < input.attackers / 2 * 2; ++i)
                sent.row(i) += ((input.number() + i) % 2 == 0 ? 1.0 : -1.0) *
                               aside.transpose();
              return sent;
            });
          },
          kOnModels};
}

}  // namespace fedltr
