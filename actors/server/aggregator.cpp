#include "actors/server/aggregator.hpp"

namespace fedltr {

Aggregator::Aggregator(const FederationPlan& plan) : plan_(&plan) {
  reset();
  if (rule_) verdicts_.resize(plan.clients);
}

void Aggregator::reset() {
  optimizer_ = plan_->optimizer();
  reset_rule();
}

void Aggregator::reset_rule() {
  if (plan_->rule) rule_ = plan_->rule();
}

Vector Aggregator::step(const RoundSpec& spec, const Vector& model,
                        const PartialSum& sum, const ClientUpdates& updates,
                        RuleVerdict& verdict) {
  Vector proposal = is_robust(spec) ? aggregate(spec, model, updates, verdict)
                                    : federated_average(sum);
  if (!plan_->learner->sends_models()) proposal += model;
  // After recall or ascent the proposal itself is the next model.
  const bool direct = spec.task == Task::kRecall || spec.task == Task::kAscent;
  return direct ? proposal : optimizer_->step(model, proposal);
}

Vector Aggregator::aggregate(const RoundSpec& spec, const Vector& model,
                             const ClientUpdates& updates,
                             RuleVerdict& verdict) {
  const auto& clients = updates.clients;
  std::vector<double> weights(clients.size());
  Vector proposal = rule_->aggregate(
      {updates.models, clients, model, spec.rng_round, updates.eligible},
      weights);
  verdict = {};
  for (std::size_t i = 0; i < clients.size(); ++i) {
    const bool rejected = weights[i] < 0.5;
    const bool attacks =
        plan_->attack.schedule.attacks(clients[i], spec.training_round);
    ClientVerdicts& client = verdicts_[clients[i]];
    Verdicts& verdicts = attacks ? client.attacking : client.honest;
    ++verdicts.judged;
    verdicts.rejected += rejected;
    client.weight += weights[i];
    verdict.attackers += rejected && attacks;
    if (rejected) verdict.clients.push_back(clients[i]);
  }
  return proposal;
}

void Aggregator::exchange(Archive& archive) {
  optimizer_->exchange(archive);
  if (!rule_) return;
  rule_->exchange(archive);
  for (ClientVerdicts& each : verdicts_) archive(each);
}

}  // namespace fedltr
