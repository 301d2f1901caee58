#include "algorithms/attacks/rotating.hpp"

namespace fedltr {
namespace {

const Parameter kPush = push_parameter(2);
const Parameter kPeriod =
    whole_parameter("period", 10, 1, 10000000, "rounds of a turn");

}  // namespace

AttackMethod rotating_attack() {
  return {
      "rotating",
      "a step back by one attacker at a time, in turns",
      "fedltr",
      {kPush, kPeriod},
      [](const AttackOptions& options) {
        const double push = options.parameters.real(kPush);
        const auto rounds = options.parameters.whole<std::uint32_t>(kPeriod);
        return with_drift([=](const AttackInput& input,
                              const HonestDrift& drift) {
          Matrix sent = input.honest.topRows(input.attackers);
          const Index turn = HonestDrift::period_of(input.round, rounds);
          sent.row(turn % input.attackers) = pushed(drift, push).transpose();
          return sent;
        });
      },
      kOnModels};
}

}  // namespace fedltr
