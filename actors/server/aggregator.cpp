#include "actors/server/aggregator.hpp"

namespace fedltr {

Aggregator::Aggregator(const FederationPlan& plan) : plan_(&plan) {
  reset();
}

void Aggregator::reset() {
  optimizer_ = plan_->optimizer();
  reset_rule();
}

void Aggregator::reset_rule() {
  if (plan_->rule) rule_ = plan_->rule();
}

Aggregator::Step Aggregator::step(const RoundSpec& spec, const Vector& model,
                                  const PartialSum& sum) {
  return {moved(spec, model, federated_average(sum))};
}

Aggregator::Step Aggregator::step(const RoundSpec& spec, const Vector& model,
                                  const ClientRows& rows,
                                  std::span<const std::uint32_t> eligible) {
  std::vector<double> selection(rows.clients.size());
  const RowsView models(rows.numbers.view().data(), std::ssize(rows.clients),
                        model.size());
  Vector proposal = rule_->aggregate(
      {models, rows.clients, model, spec.rng_round, eligible}, selection);
  return {moved(spec, model, std::move(proposal)),
          judge(spec, rows.clients, selection)};
}

/// Returns the model after a step towards the proposal, or by it if it is a
/// gradient.
Vector Aggregator::moved(const RoundSpec& spec, const Vector& model,
                         Vector proposal) {
  if (!plan_->learner->sends_models()) proposal += model;
  // After recall or ascent the proposal itself is the next model.
  const bool direct = spec.task == Task::kRecall || spec.task == Task::kAscent;
  return direct ? proposal : optimizer_->step(model, proposal);
}

/// Adds the rule's selection weights to the clients' verdicts.
RuleVerdict Aggregator::judge(const RoundSpec& spec,
                              const std::vector<std::uint32_t>& clients,
                              std::span<const double> selection) {
  RuleVerdict verdict;
  for (std::size_t i = 0; i < clients.size(); ++i) {
    const bool rejected = selection[i] < 0.5;
    const bool attacks =
        plan_->attack.schedule.attacks(clients[i], spec.training_round);
    ClientVerdicts& client = verdicts_[clients[i]];
    Verdicts& verdicts = attacks ? client.attacking : client.honest;
    ++verdicts.judged;
    verdicts.rejected += rejected;
    client.selection += selection[i];
    verdict.attackers += rejected && attacks;
    if (rejected) verdict.clients.push_back(clients[i]);
  }
  return verdict;
}

void Aggregator::exchange(Archive& archive) {
  optimizer_->exchange(archive);
  if (!rule_) return;
  rule_->exchange(archive);
  archive(verdicts_);
  archive.expect(
      verdicts_.empty() || verdicts_.rbegin()->first < plan_->clients,
      "it is of other clients");
}

}  // namespace fedltr
