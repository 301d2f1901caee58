#include "actors/plan.hpp"

#include <algorithm>

#include "algorithms/core/archive.hpp"

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

void RoundRecord::exchange(Archive& archive) {
  archive(round, interactions, metrics, online, online_discounted, max_rr,
          clients, dropped, refused, bytes_up, bytes_down, epsilon,
          rejected_attackers, rejected_honest, rejected);
}

void Verdicts::exchange(Archive& archive) {
  archive(judged, rejected);
}

void ClientRecord::exchange(Archive& archive) {
  archive(interactions, dropped, refused, bytes_up, bytes_down, epsilon, own,
          personal, honest, attacking, shares);
}

void UnlearningRecord::exchange(Archive& archive) {
  archive(after, clients, took_part, complete, first, last, rounds,
          interactions, bytes_up, bytes_down, seconds, before, model, clicked);
}

void RunResult::exchange(Archive& archive) {
  archive(rounds, model, per_query, clients, complete, budget_spent,
          most_rounds, unlearned, training_seconds);
}

}  // namespace fedltr
