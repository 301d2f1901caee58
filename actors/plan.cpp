#include "actors/plan.hpp"

#include <algorithm>
#include <utility>

#include "algorithms/core/archive.hpp"
#include "algorithms/core/require.hpp"
#include "algorithms/privacy/agreed_pairs.hpp"

namespace fedltr {

bool UnlearningPlan::leaves(std::uint32_t client) const {
  return std::ranges::any_of(requests, [&](const LeaveRequest& request) {
    return std::ranges::binary_search(request.clients, client);
  });
}

namespace {

/// Checks that enough clients stay when the unlearned ones leave.
void require_remaining(const FederationPlan& plan,
                       const Population& population) {
  if (plan.unlearning.requests.empty()) return;
  std::uint32_t staying = 0;
  for (std::uint32_t id = 0; id < plan.clients && staying < 2; ++id)
    staying += population[id].interactions > 0 && !plan.unlearning.leaves(id);
  require(staying >= 2,
          "the unlearned clients leave " + std::to_string(staying) +
              " client(s) that have data to learn from; 2 are needed");
}

/// Chooses a code in which the sum of any clients' words fits; lets simulated
/// clients agree on keys faster.
void prepare_secure(FederationPlan& plan, const Population& population) {
  if (!plan.secure) return;
  double weights = plan.clients;
  if (plan.weighting == Weighting::kInteractions) {
    const auto own = population.interactions(plan.clients);
    weights = 0;
    for (std::size_t i = 0; i < own.size(); ++i)  // of client i, i + #own, ...
      weights += static_cast<double>(own[i] *
                                     ((plan.clients - i - 1) / own.size() + 1));
  }
  SecurePlan& secure = *plan.secure;
  secure.code =
      fixed_point_for(secure.limit, std::max(1.0, weights), secure.quantum);
  // Real secrets never leave their client.
  if (!secure.system) secure.agreed = std::make_shared<AgreedPairs>();
}

}  // namespace

std::vector<std::string> FederationPlan::metric_names() const {
  std::vector<std::string> names;
  for (const NamedMetric& metric : evaluation->metrics())
    names.push_back(metric.name);
  if (validation)
    names.push_back("validation_" + validation->metrics().at(0).name);
  return names;
}

MaterializedPlan begin_run(const FederationPlan& plan) {
  auto materialized = std::make_shared<FederationPlan>(plan);
  materialized->materialize = nullptr;
  if (plan.materialize) plan.materialize(*materialized);
  if (materialized->population.size() == 0)
    materialized->population =
        Population(materialized->simulation, materialized->interactions);
  if (!plan.absent.empty()) materialized->population.silence(plan.absent);
  Population population = std::exchange(materialized->population, {});
  require_remaining(plan, population);
  prepare_secure(*materialized, population);
  return {std::move(materialized), std::move(population)};
}

std::uint64_t count_rounds(const FederationPlan& plan) {
  std::uint64_t rounds = plan.rounds;
  const UnlearningPlan& unlearning = plan.unlearning;
  for (const LeaveRequest& request : unlearning.requests)
    rounds += unlearning.method.plan(unlearning.options, {request.after})
                  .specs.size();
  return rounds;
}

void SecureTotals::add(const SecureTotals& other) {
  recovered += other.recovered;
  lost += other.lost;
  bytes_up += other.bytes_up;
  bytes_down += other.bytes_down;
  clients += other.clients;
  largest = std::max(largest, other.largest);
}

void SecureTotals::exchange(Archive& archive) {
  archive(recovered, lost, bytes_up, bytes_down, clients, largest);
}

void RoundRecord::exchange(Archive& archive) {
  archive(round, time, interactions, metrics, online, online_discounted, max_rr,
          clients, dropped, refused, faults, secure, bytes_up, bytes_down,
          epsilon, rejected_attackers, rejected_honest, rejected);
}

void Verdicts::exchange(Archive& archive) {
  archive(judged, rejected);
}

void ClientRecord::exchange(Archive& archive) {
  archive(client, interactions, dropped, refused, bytes_up, bytes_down, epsilon,
          own, personal, is_active, honest, attacking, selection);
}

void UnlearningRecord::exchange(Archive& archive) {
  archive(after, clients, took_part, left, complete, first, last, rounds,
          interactions, bytes_up, bytes_down, seconds, before, model, clicked);
}

const RoundRecord& RunResult::row_of_model() const {
  if (!kept) return rounds.back();
  const auto found = std::ranges::find(rounds, *kept, &RoundRecord::round);
  return found == rounds.end() ? rounds.back() : *found;
}

void RunResult::exchange(Archive& archive) {
  bool keeps = kept.has_value();
  std::uint32_t best = kept.value_or(0);
  std::string bytes = state ? *state : "";
  archive(rounds, model, per_query, clients, complete, budget_spent, max_rounds,
          unlearned, held_out, training_seconds, keeps, best, bytes);
  if (!archive.reading()) return;
  if (keeps) kept = best;
  if (!bytes.empty())
    state = std::make_shared<const std::string>(std::move(bytes));
}

}  // namespace fedltr
