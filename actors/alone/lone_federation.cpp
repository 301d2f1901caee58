#include "actors/alone/lone_federation.hpp"

#include <algorithm>
#include <utility>

#include "actors/client/collusion.hpp"
#include "actors/client/local_client.hpp"
#include "actors/runtime/score_models.hpp"
#include "algorithms/core/require.hpp"

namespace fedltr {
namespace {

MaterializedPlan begin_alone(const FederationPlan& plan) {
  require(!plan.secure, "a run without actors can't mask updates");
  require(plan.unlearning.requests.empty(),
          "a run without actors can't unlearn clients");
  require(plan.personal == 0,
          "a run without actors has no parameters of the clients' own");
  require(!plan.resume && plan.checkpoint.every == 0,
          "a run without actors makes no checkpoints");
  return begin_run(plan);
}

}  // namespace

LoneFederation::LoneFederation(const FederationPlan& plan)
    : LoneFederation(begin_alone(plan)) {}

LoneFederation::LoneFederation(const MaterializedPlan& begun)
    : population_(begun.population),
      run_(begun, message_bytes(*begun.plan), false, 1) {
  require(!run_.participants.none_active(),
          "no client has anything to learn from");
  if (begun.plan->attack.make) attack_ = begun.plan->attack.make();
  run_.evaluate();
  score();
}

void LoneFederation::step() {
  run_.next_step();
  if (run_.open_round() == TrainingState::Opening::kBudgetSpent) {
    run_.evaluate_closed();
    return score();
  }
  const auto attack = run_.attack_round();
  std::vector<CohortRound*> cohorts;
  while (const auto index = run_.collector.next_cohort()) {
    cohorts.push_back(&cohort_at(*index));
    train(*cohorts.back(), run_.order_for(*index, attack.has_value()));
  }
  if (attack) poison(*attack, cohorts);
  for (CohortRound* cohort : cohorts) {
    const CohortUpdate update = cohort->close();
    run_.collector.add(update.round, update.cohort, update.sum, update.rows);
    run_.totals.count_faults(update.faults);
  }
  run_.close_round(run_.collector.take_sum());
  if (run_.is_on_curve()) run_.evaluate();
  score();
}

CohortRound& LoneFederation::cohort_at(std::uint32_t index) {
  const std::uint32_t first = index * kCohortSize;
  const std::uint32_t size = std::min(kCohortSize, plan().clients - first);
  return cohorts_
      .try_emplace(index, run_.plan, first,
                   population_.part(first, first + size).interactions(size))
      .first->second;
}

/// Trains a cohort's clients, in order; those that poison their model wait.
void LoneFederation::train(CohortRound& cohort, const TrainCohort& order) {
  using Turn = CohortRound::Turn;
  cohort.open(order);
  const Train train{order.round, order.model, order.spec};
  while (const auto next = cohort.next()) {
    const std::uint32_t id = next->client;
    if (next->turn == Turn::kCrashes) cohort.excuse(id);
    if (next->turn != Turn::kTrains) continue;
    Update update =
        train_client(plan(), id, population_[id], train, memory_of(id).get());
    if (attack_ && order.spec.learns() &&
        plan().attack.schedule.attacks(id, order.spec.training_round))
      attackers_.push_back({&cohort, std::move(update)});
    else
      deliver(cohort, order.spec, std::move(update));
  }
}

/// Returns a client's memory; null if it remembers nothing.
std::shared_ptr<ClientMemory> LoneFederation::memory_of(std::uint32_t id) {
  if (id >= plan().attack.schedule.attackers()) return nullptr;
  auto& memory = memories_[id];
  if (!memory) memory = ClientMemory::of(plan(), id, population_[id], nullptr);
  return memory;
}

/// Has the adversary craft the updates of the clients that wait.
void LoneFederation::poison(const AttackRound& attack,
                            const std::vector<CohortRound*>& cohorts) {
  Collusion collusion(plan());
  collusion.add(attack);
  for (const Attacker& each : attackers_)
    collusion.add(HonestModel{attack.round, each.honest.local.client,
                              each.honest.message});
  if (plan().attack.full)
    for (const CohortRound* cohort : cohorts)
      collusion.add(cohort->honest_updates());
  const auto crafted = collusion.craft(*attack_);
  for (Attacker& each : std::exchange(attackers_, {})) {
    each.honest.message = crafted.at(each.honest.local.client);
    deliver(*each.cohort, run_.spec, std::move(each.honest));
  }
}

/// Sends an update to its cohort; a fault of its client may corrupt it.
void LoneFederation::deliver(CohortRound& cohort, const RoundSpec& spec,
                             Update update) {
  const std::uint32_t id = update.local.client;
  if (plan().faults.fault(id, spec) == Fault::kCorrupt)
    corrupt(update, plan().faults.corruption(id, spec.training_round));
  cohort.accept(update);
}

/// Scores the queued models.
void LoneFederation::score() {
  const EvaluationQueue::Batch batch = run_.evaluations.take_batch();
  if (batch.rounds.empty()) return;
  const Evaluated scored = score_models(plan(), {batch.rounds, batch.models});
  for (RoundRecord& record :
       run_.evaluations.complete(scored.rounds, scored.means.view()))
    run_.result.rounds.push_back(std::move(record));
}

}  // namespace fedltr
