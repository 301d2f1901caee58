#include "algorithms/attacks/stealth.hpp"

namespace fedltr {
namespace {

const Parameter kStealthPush = push_parameter(0.3);
const Parameter kStealthStart =
    whole_parameter("start", 0, 0, 10000000,
                    "round of training in which they begin; until then honest");

}  // namespace

AttackMethod stealth_attack() {
  return {"stealth",
          "all the same small step back against the honest drift",
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
