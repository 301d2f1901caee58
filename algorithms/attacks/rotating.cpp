#include "algorithms/attacks/rotating.hpp"

namespace fedltr {
namespace {

const Parameter kRotatingPush = push_parameter("rotating.step", 2);
const Parameter kRotatingPeriod =
    whole_parameter("period", 10, 1, 10000000, "rounds per turn");

}  // namespace

AttackMethod rotating_attack() {
  return {"rotating",
          "step back by one attacker at a time, in turns",
          "fedltr",
          {kRotatingPush, kRotatingPeriod},
          [](const AttackOptions& options) {
            const double push = options.parameters.real(kRotatingPush);
            const auto rounds =
                options.parameters.whole<std::uint32_t>(kRotatingPeriod);
            return with_drift([=](const AttackInput& input,
                                  const HonestDrift& drift) {
              Matrix sent = input.honest.topRows(input.attackers);
              const Index turn = HonestDrift::period_of(input.number(), rounds);
              sent.row(turn % input.attackers) =
                  pushed(drift, push).transpose();
              return sent;
            });
          },
          kOnModels};
}

}  // namespace fedltr
