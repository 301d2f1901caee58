#include "actors/plan.hpp"

#include <algorithm>

namespace fedltr {

bool UnlearningPlan::leaves(std::uint32_t client) const {
  return std::ranges::any_of(requests, [&](const LeaveRequest& request) {
    return std::ranges::binary_search(request.clients, client);
  });
}

BegunRun begin_run(const FederationPlan& plan) {
  auto settled = std::make_shared<FederationPlan>(plan);
  settled->settle = nullptr;
  if (plan.settle) plan.settle(*settled);
  if (settled->population.size() == 0)
    settled->population =
        Population(settled->simulation, settled->interactions);
  if (!plan.absent.empty())
    settled->population.silence(plan.absent, plan.clients);
  Population population = std::exchange(settled->population, {});
  return {std::move(settled), std::move(population)};
}

std::uint64_t rounds_of(const FederationPlan& plan) {
  std::uint64_t rounds = plan.rounds;
  const UnlearningPlan& unlearning = plan.unlearning;
  for (const LeaveRequest& request : unlearning.requests)
    rounds += unlearning.method.plan(unlearning.options, {request.after})
                  .lessons.size();
  return rounds;
}

}  // namespace fedltr
