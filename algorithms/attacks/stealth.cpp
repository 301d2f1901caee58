#include "algorithms/attacks/stealth.hpp"

namespace fedltr {
namespace {

const Parameter kPush = push_parameter(0.3);
const Parameter kStart = whole_parameter(
    "start", 0, 0, 10000000, "round in which they begin; until then honest");

}  // namespace

AttackMethod stealth_attack() {
  return {"stealth",
          "all the same small step back against the honest drift",
          "fedltr",
          {kPush, kStart},
          [](const AttackOptions& options) {
            const double push = options.parameters.real(kPush);
            const auto start = options.parameters.whole<std::uint32_t>(kStart);
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
