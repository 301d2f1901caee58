#include "actors/plan.hpp"

namespace fedltr {

std::shared_ptr<const FederationPlan> begin_run(const FederationPlan& plan) {
  auto settled = std::make_shared<FederationPlan>(plan);
  settled->settle = nullptr;
  if (plan.settle) plan.settle(*settled);
  if (settled->population.size() == 0)
    settled->population =
        Population(settled->simulation, settled->interactions);
  AttackPlan& attack = settled->attack;
  if (attack.poison)
    for (std::uint32_t i = 0; i < attack.schedule.attackers(); ++i) {
      Simulation world = *settled->population[i].worlds[0];
      world.user = attack.poison;
      attack.poisoned.push_back(std::make_shared<const Simulation>(world));
    }
  return settled;
}

}  // namespace fedltr
