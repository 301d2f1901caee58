#include "algorithms/attacks/stealth.hpp"

namespace fedltr {
namespace {

const Parameter kStealthPush = push_parameter("stealth.step", 0.3);
const Parameter kStealthStart = whole_parameter(
    "start", 0, 0, 10000000,
    "training round in which the attackers begin; honest before");

}  // namespace

AttackMethod stealth_attack() {
  return {"stealth",
          "the same small step back against the honest drift by all attackers",
          "fedltr",
          {kStealthPush, kStealthStart},
          [](const AttackOptions& options) {
            const double push = options.parameters.real(kStealthPush);
            const auto start =
                options.parameters.whole<std::uint32_t>(kStealthStart);
            return with_drift([=](const AttackInput& input,
                                  const HonestDrift& drift) -> Matrix {
              if (input.round < start)
                return input.honest.topRows(input.attackers);
              return for_all(pushed(drift, push), input.attackers);
            });
          },
          kOnModels};
}

}  // namespace fedltr
