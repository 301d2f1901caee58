#include "actors/plan.hpp"

namespace fedltr {

std::shared_ptr<const FederationPlan> begin_run(const FederationPlan& plan) {
  auto settled = std::make_shared<FederationPlan>(plan);
  settled->settle = nullptr;
  if (plan.settle) plan.settle(*settled);
  if (settled->population.size() == 0)
    settled->population =
        Population(settled->simulation, settled->interactions);
  return settled;
}

}  // namespace fedltr
