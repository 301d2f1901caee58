#include "actors/server/training_state.hpp"

#include <algorithm>

#include <spdlog/spdlog.h>

#include "algorithms/core/archive.hpp"
#include "algorithms/core/require.hpp"

namespace fedltr {
namespace {

Parameters initial_model(const FederationPlan& plan) {
  return Parameters(plan.initial.head(plan.shared_parameters()));
}

/// Makes the queue. With FedPer clients evaluate each model at once. A node may
/// leave meanwhile: with nodes only the round closed last is evaluated, so that
/// this can be repeated. So it is if values select the model: which round is
/// the last may depend on them. If only some rounds are evaluated, batches are
/// smaller, so that results don't wait long.
EvaluationQueue evaluation_queue(const FederationPlan& plan, bool at_nodes,
                                 std::size_t threads) {
  const std::size_t capacity = kEvaluationBatch * batches_in_flight(threads);
  if (plan.selects()) return EvaluationQueue(1, 1);
  if (plan.personal > 0) return EvaluationQueue(1, at_nodes ? 1 : capacity);
  return EvaluationQueue(
      std::max<std::size_t>(1, kEvaluationBatch / plan.evaluate_every),
      capacity);
}

}  // namespace

TrainingState::TrainingState(const MaterializedPlan& begun,
                             const MessageBytes& bytes, bool nodes,
                             std::size_t threads)
    : plan(begun.plan),
      at_nodes(nodes),
      model(initial_model(*plan)),
      participants(*plan, begun.population),
      privacy(plan->privacy, plan->clients),
      totals(bytes, plan->discount, privacy.epsilon(0)),
      aggregator(*plan),
      evaluations(evaluation_queue(*plan, nodes, threads)),
      unlearning(*plan),
      checkpointer(plan->checkpoint) {
  if (plan->secure) secure.emplace(*plan, bytes.secure_envelope);
  if (plan->selects()) best.emplace(plan->min_delta, plan->patience);
}

bool TrainingState::has_training() const {
  return trained < plan->rounds && !(best && best->is_over());
}

bool TrainingState::has_work() const {
  return unlearning.record() || unlearning.due(trained) || has_training();
}

bool TrainingState::is_complete() const {
  return !has_work() &&
         std::ranges::all_of(result.unlearned, &UnlearningRecord::complete);
}

Phase TrainingState::phase() const {
  if (unlearning.record()) return Phase::kUnlearning;
  return has_training() ? Phase::kTraining : Phase::kNone;
}

TrainingState::Step TrainingState::next_step() {
  if (!unlearning.record() && unlearning.due(trained)) begin_unlearning();
  if (!unlearning.record()) {
    spec = training_spec(trained + 1);
    return Step::kRound;
  }
  if (unlearning.removal_is_due()) return Step::kRemoval;
  const auto next = unlearning.take_spec();
  if (!next) return Step::kUnlearned;
  spec = *next;
  return Step::kRound;
}

TrainingState::Opening TrainingState::open_round() {
  participants.choose(spec, trained, unlearned());
  if (participants.count() == 0) {
    // A stored round may have had unlearned clients only; clients of an ascent
    // may have left before.
    const bool may_be_empty = spec.stored > 0 || spec.task == Task::kAscent;
    require(may_be_empty, "no client is left to learn from");
    unlearning.skip_round();
    return Opening::kSkipped;
  }
  totals.open(participants.count());
  // Recalled updates were charged when they were first sent.
  const bool allowed = spec.task == Task::kRecall ? privacy.charge({})
                       : participants.everybody()
                           ? privacy.charge_all()
                           : privacy.charge(participants.clients());
  if (!allowed) {
    result.budget_spent = true;
    return Opening::kBudgetSpent;
  }
  if (plan->unlearning.stores(spec)) last_stored_ = model;
  collector.open(round + 1, participants.cohorts());
  return Opening::kOpen;
}

std::span<const std::uint32_t> TrainingState::unlearned() const {
  const UnlearningRecord* record = unlearning.record();
  return record ? record->clients : std::span<const std::uint32_t>();
}

std::vector<std::uint32_t> TrainingState::eligible() const {
  return participants.eligible(spec, trained, unlearned());
}

std::optional<AttackRound> TrainingState::attack_round() const {
  if (!plan->attack.make || !spec.learns()) return std::nullopt;
  const auto attackers = participants.count_attackers(spec.training_round);
  if (attackers == 0) return std::nullopt;
  return AttackRound{round + 1,
                     spec.rng_round,
                     spec.training_round,
                     participants.count(),
                     attackers,
                     static_cast<std::uint32_t>(participants.cohorts().size()),
                     model,
                     eligible()};
}

TrainCohort TrainingState::order_for(std::uint32_t cohort,
                                     bool attacked) const {
  return {round + 1,
          model,
          spec,
          participants.of_cohort(cohort),
          attacked && plan->attack.full,
          participants.is_idle(cohort)};
}

void TrainingState::close_round(PartialSum sum, const std::string& loss) {
  const bool all_valid = loss.empty() && plan->faults.none();
  if (sum.clients == 0 && (totals.unexpectedly_invalid() || all_valid))
    throw std::invalid_argument(
        "every update of round " + std::to_string(round + 1) + " is invalid" +
        (plan->secure ? ", or is beyond privacy.secure-range" : ""));
  if (is_enough(sum, loss)) move_model(sum);
  ++round;
  if (unlearning.record())
    unlearning.close_round(sum.interactions, totals.bytes_up(),
                           totals.bytes_down());
  else
    ++trained;
  totals.close(round, spec.training_round, sum,
               privacy.epsilon(privacy.max_rounds()));
  privacy.close_round();
  spdlog::debug("{}: server closes round {}: {} updates", plan->name, round,
                sum.clients);
}

std::uint32_t TrainingState::min_updates() const {
  const std::uint32_t shares = plan->privacy.min_updates;
  const bool omit_shares = shares > 1 && plan->attack.make && spec.learns();
  return shares +
         (omit_shares ? participants.count_attackers(spec.training_round) : 0);
}

/// True if a round has enough updates to be used.
bool TrainingState::is_enough(const PartialSum& sum, const std::string& loss) {
  const std::uint32_t shares = min_updates();
  const std::uint32_t wanted = spec.trains() || aggregator.is_robust(spec)
                                   ? plan->faults.options().least
                                   : 1;
  const std::uint32_t least = std::max({1U, shares, wanted});
  if (sum.clients >= least && loss.empty()) return true;
  if (!loss.empty())
    spdlog::warn("{}: the sum of round {} is lost: {}", plan->name, round + 1,
                 loss);
  else
    spdlog::warn("{}: round {} not used: {} updates, fewer than the {}{}",
                 plan->name, round + 1, sum.clients, least,
                 shares > 1 && least == shares
                     ? " whose noise shares protect them"
                     : " it takes");
  totals.count_unused();
  // No update of this round can be calibrated or recalled.
  participants.discard(spec);
  return false;
}

void TrainingState::move_model(const PartialSum& sum) {
  Aggregator::Step step =
      aggregator.is_robust(spec)
          ? aggregator.step(spec, model.view(), collector.take_rows(),
                            eligible())
          : aggregator.step(spec, model.view(), sum);
  // Not all learners' messages show it: rewards are finite for any model.
  require(step.model.allFinite(),
          "the model of round " + std::to_string(round + 1) +
              " is not finite: choose a smaller learner.rate");
  model = Parameters(step.model);
  totals.count_rejected(std::move(step.verdict));
}

void TrainingState::begin_unlearning() {
  evaluate_closed();
  const auto& clients = unlearning.due(trained)->clients;
  const bool took_part = std::ranges::any_of(clients, [&](std::uint32_t id) {
    return participants.is_active(id) && privacy.rounds(id) > 0;
  });
  using Start = UnlearningSchedule::Start;
  const Start start = unlearning.begin(trained, round, model.view(), took_part);
  if (!took_part) return;
  // The optimizer's momentum contains updates of the unlearned clients.
  aggregator.reset();
  if (start == Start::kCurrent) return;
  model = start == Start::kInitial ? initial_model(*plan) : last_stored_;
}

void TrainingState::remove_clients() {
  participants.remove(unlearning.record()->clients);
  privacy.count_each();
}

void TrainingState::end_unlearning() {
  const Vector before = unlearning.record()->before;
  UnlearningRecord record = unlearning.finish(round, model.view());
  // If no round was run, the starting model of unlearning is no result.
  if (!record.complete && record.rounds == 0) {
    model = Parameters(before);
    record.model = before;
  }
  // If all rounds were skipped, no row has the starting model: it gets one.
  if (record.rounds == 0 && record.model != before) {
    totals.open(0);
    totals.close(++round, record.after, {},
                 privacy.epsilon(privacy.max_rounds()));
    record.last = round;
  }
  evaluate_closed();
  result.unlearned.push_back(std::move(record));
}

bool TrainingState::is_on_curve() const {
  const bool last = trained == plan->rounds && !unlearning.record();
  return round % plan->evaluate_every == 0 || last ||
         std::ranges::binary_search(plan->evaluate_also, round);
}

void TrainingState::evaluate() {
  evaluated_ = round;
  // Clients are present as in the last round of training.
  const std::uint32_t present = spec.trains() ? spec.training_round : trained;
  evaluations.add(totals.closed(), std::max(present, 1U), model);
}

void TrainingState::add_row(const RoundRecord& row) {
  result.rounds.push_back(row);
  if (!best) return;
  const bool is_regular =
      row.round % plan->evaluate_every == 0 || row.round == plan->rounds;
  // Values wait for no other round: the model is still that of the row.
  if (is_regular) best->add(row.round, row.metrics.back(), model);
}

std::uint32_t TrainingState::last_row_of_longer() const {
  const bool stays =
      round % plan->evaluate_every == 0 ||
      std::ranges::binary_search(plan->evaluate_also, round) ||
      std::ranges::any_of(result.unlearned,
                          [this](const UnlearningRecord& each) {
                            return each.first == round || each.last == round;
                          });
  const auto& rows = result.rounds;
  return stays || rows.size() < 2 ? round : rows[rows.size() - 2].round;
}

void TrainingState::take_best() {
  if (!plan->keeps_best || !best || !best->round()) return;
  result.kept = best->round();
  model = best->model();
}

void TrainingState::exchange(Archive& archive, std::uint32_t last_row) {
  archive(round, trained, model, last_row, totals, privacy);
  archive.expect(
      trained <= plan->rounds && model.size() == plan->shared_parameters(),
      "it is of another federation");
  if (archive.reading()) {
    evaluated_ = last_row;
    // A row evaluated again takes clients present in that round.
    spec = training_spec(trained);
  }
  if (secure) archive(*secure);
  if (!plan->unlearning.requests.empty())
    archive(participants, unlearning, last_stored_, result.unlearned);
  archive(aggregator);
  if (best) best->exchange(archive, last_row);
}

}  // namespace fedltr
