#include "actors/server/server.hpp"

#include <algorithm>
#include <utility>

#include <spdlog/spdlog.h>

#include "actors/client/adversary.hpp"
#include "actors/runtime/evaluator.hpp"
#include "actors/runtime/recorder.hpp"

namespace fedltr {
namespace {

/// Number of cohorts at nodes that train at the same time: enough for many
/// nodes.
constexpr std::uint32_t kCohortsAtNodes = 64;

}  // namespace

void ServerState::spawn(const MaterializedPlan& begun, caf::actor recorder,
                        caf::actor conductor, const SpawnCohort& elsewhere) {
  const auto& plan = begun.plan;
  recorder_ = std::move(recorder);
  conductor_ = std::move(conductor);
  bytes_ = message_bytes(*plan);
  population_ = begun.population;
  elsewhere_ = elsewhere;
  run_.emplace(begun, bytes_, static_cast<bool>(elsewhere), threads());
  // Linked: if one of these actors fails, all of them end.
  for (std::size_t i = 0; i < batches_in_flight(threads()); ++i)
    evaluators_.push_back(self_->spawn<caf::linked>(evaluator, plan));
  if (plan->attack.make)
    adversary_ = self_->spawn<caf::linked>(adversary, plan);
  const UnlearningPlan& unlearning = plan->unlearning;
  if (!elsewhere_ && unlearning.store) store_ = unlearning.store();
  if (unlearning.requests.empty()) return;
  // The data of clients that leave is with their cohort only, to be deleted.
  spawn_all_cohorts();
  population_ = {};
}

/// Returns a cohort's actor; spawns it when it is first asked for anything.
const caf::actor& ServerState::cohort_at(std::uint32_t index) {
  caf::actor& actor = cohorts_[index];
  if (actor) return actor;
  const auto& plan = run_->plan;
  const std::uint32_t first = index * kCohortSize;
  const std::uint32_t end = std::min(first + kCohortSize, plan->clients);
  if (!elsewhere_)
    return actor = self_->spawn<caf::linked>(cohort, plan,
                                             population_.part(first, end),
                                             store_, index, adversary_);
  std::vector<std::uint32_t> interactions;
  for (std::uint32_t client = first; client < end; ++client)
    interactions.push_back(population_[client].interactions);
  return actor = elsewhere_(self_, plan, std::move(interactions), index);
}

void ServerState::spawn_all_cohorts() {
  for (std::uint32_t i = 0; i < run_->plan->cohorts(); ++i) cohort_at(i);
}

void ServerState::enter(ServerPhase next) {
  if (!is_transition(phase_, next))
    throw std::logic_error("a server goes from " +
                           std::string(name_of(phase_)) + " to " +
                           std::string(name_of(next)));
  phase_ = next;
}

void ServerState::receive(const StartRun&) {
  if (run_->participants.none_active())
    throw std::invalid_argument("no client has anything to learn from");
  if (run_->plan->resume)
    restore();
  else
    run_->evaluate();
  // Nodes may have left before the restored round was evaluated.
  if (run_->is_on_curve()) run_->evaluate_closed();
  send_due_evaluations();
  announce_phase();
  proceed();
}

/// Continues once a round has closed, an evaluation has arrived, or clients
/// have been removed.
void ServerState::proceed() {
  while (phase_ == ServerPhase::kIdle && run_->has_work() &&
         !run_->evaluations.full())
    take_step();
  const bool stopped =
      phase_ == ServerPhase::kStopping && !run_->unlearning.is_removing();
  const bool done = phase_ == ServerPhase::kIdle && !run_->has_work();
  if (!stopped && !done) return;
  send_evaluations();
  if (!run_->evaluations.empty() || run_->checkpointer.is_busy()) return;
  if (run_->is_complete() && run_->plan->checkpoint.at_end && !ending_)
    return begin_end_state();
  request_stats();
}

void ServerState::take_step() {
  const TrainingState::Step step = run_->next_step();
  send_due_evaluations();
  announce_phase();
  switch (step) {
    case TrainingState::Step::kRound:
      return open_round();
    case TrainingState::Step::kRemoval:
      return remove_clients();
    case TrainingState::Step::kUnlearned:
      run_->end_unlearning();
      send_due_evaluations();
      announce_phase();
  }
}

void ServerState::open_round() {
  switch (run_->open_round()) {
    case TrainingState::Opening::kSkipped:
      return;
    case TrainingState::Opening::kBudgetSpent:
      return stop();
    case TrainingState::Opening::kOpen:
      break;
  }
  if (run_->secure) return start_masking();
  start_training();
}

std::size_t ServerState::threads() const {
  return self_->system().scheduler().num_workers();
}

void ServerState::start_training() {
  enter(ServerPhase::kTraining);
  announce_attack();
  // Attackers wait for each other, and with full knowledge for all other
  // clients, in any cohort.
  const Participants& asked = run_->participants;
  const std::size_t together =
      adversary_       ? asked.cohorts().size()
      : run_->at_nodes ? kCohortsAtNodes
                       : cohorts_in_flight(
                             threads(), asked.count() / asked.cohorts().size());
  for (std::size_t i = 0; i < together; ++i) order_next_cohort();
}

/// Announces to the adversary the models that it has to wait for.
void ServerState::announce_attack() {
  attackers_ = 0;
  if (!adversary_) return;
  const auto announced = run_->attack_round();
  if (!announced) return;
  attackers_ = announced->attackers;
  self_->send(adversary_, *announced);
}

void ServerState::order_next_cohort() {
  const auto cohort = run_->collector.next_cohort();
  if (!cohort) return;
  self_->send(cohort_at(*cohort), run_->order_for(*cohort, attackers_ > 0));
}

void ServerState::receive(const CohortUpdate& update) {
  if (update.round == given_up_) return;
  if (phase_ != ServerPhase::kTraining)
    throw std::invalid_argument("unexpected CohortUpdate: cohort " +
                                std::to_string(update.cohort) + ", round " +
                                std::to_string(update.round) + ", while " +
                                std::string(name_of(phase_)));
  run_->collector.add(update.round, update.cohort, update.sum, update.rows);
  run_->totals.count_faults(update.faults);
  order_next_cohort();
  if (!run_->collector.complete()) return;
  if (run_->secure) return end_masked_training();
  close_round(run_->collector.take_sum());
}

void ServerState::close_round(PartialSum sum, const std::string& loss) {
  run_->close_round(std::move(sum), loss);
  enter(ServerPhase::kIdle);
  announce_phase();
  if (run_->is_on_curve()) run_->evaluate();
  send_due_evaluations();
  run_->checkpointer.round_closed(run_->round);
  checkpoint_if_due();
  proceed();
}

void ServerState::announce_phase() {
  const Phase now = run_->phase();
  if (announced_ == now) return;
  announced_ = now;
  if (run_->plan->on_phase) run_->plan->on_phase(now);
}

void ServerState::receive(const StopRun&) {
  stop();
}

/// Gives up the open round and ends with the model before it.
void ServerState::stop() {
  if (phase_ >= ServerPhase::kStopping) return;
  enter(ServerPhase::kStopping);
  given_up_ = run_->round + 1;
  run_->checkpointer.stop(run_->evaluated());
  if (run_->result.budget_spent) run_->checkpointer.withdraw();
  if (!run_->unlearning.is_removing()) end_stopped();
}

/// Keeps the state of a run that stops, once no client is being removed.
void ServerState::end_stopped() {
  checkpoint_if_due();
  run_->evaluate_closed();
  if (run_->unlearning.record()) {
    // Unlearning is given up now: too late for another checkpoint.
    run_->checkpointer.withdraw();
    run_->end_unlearning();
  }
  send_due_evaluations();
  announce_phase();
  proceed();
}

/// Ends without results, since no node is left to compute them.
void ServerState::receive(const Abandon& order) {
  if (order.at_once || phase_ >= ServerPhase::kReporting)
    return fail(order.why);
  abandoned_ = order.why;
  stop();
  proceed();
}

void ServerState::send_due_evaluations() {
  if (run_->evaluations.batch_is_due()) send_evaluations();
}

void ServerState::send_evaluations() {
  EvaluationQueue::Batch batch = run_->evaluations.take_batch();
  if (batch.rounds.empty()) return;
  if (run_->plan->personal == 0) {
    self_->send(evaluators_[next_evaluator_++ % evaluators_.size()],
                Evaluate{std::move(batch.rounds), std::move(batch.models)});
    return;
  }
  spawn_all_cohorts();
  for (std::size_t i = 0; i < batch.rounds.size(); ++i) {
    if (run_->plan->pools_personal)
      unpooled_[batch.rounds[i]] = batch.models[i];
    for (const auto& [index, each] : cohorts_)
      self_->send(each, EvaluateOwn{batch.rounds[i], batch.training_rounds[i],
                                    batch.models[i]});
  }
}

void ServerState::receive(const CohortEvaluated& part) {
  const auto means =
      run_->evaluations.add_part(part.round, part.cohort, part.sums.view(),
                                 part.counts.view(), run_->plan->cohorts());
  if (!means) return;
  if (run_->plan->pools_personal) return evaluate_pooled(part.round, *means);
  record({{part.round}, Parameters(*means)});
}

/// Evaluates a round's model with the clients' mean of their own parameters.
void ServerState::evaluate_pooled(std::uint32_t round, const Vector& personal) {
  const Parameters model = unpooled_.at(round);
  unpooled_.erase(round);
  Vector whole(run_->plan->initial.size());
  whole << model.view(), personal;
  self_->send(evaluators_[next_evaluator_++ % evaluators_.size()],
              Evaluate{{round}, {Parameters(whole)}});
}

void ServerState::receive(const Evaluated& evaluated) {
  record(evaluated);
}

void ServerState::record(const Evaluated& evaluated) {
  for (RoundRecord& record :
       run_->evaluations.complete(evaluated.rounds, evaluated.means.view())) {
    run_->add_row(record);
    self_->send(recorder_, RecordRound{run_->plan->run, std::move(record)});
  }
  pass_on_checkpoint();
  proceed();
}

void ServerState::remove_clients() {
  enter(ServerPhase::kRemoving);
  std::map<std::uint32_t, LeaveCohort> orders;
  for (const std::uint32_t client : run_->unlearning.record()->clients)
    orders[client / kCohortSize].clients.push_back(client);
  run_->unlearning.begin_removal(orders.size());
  run_->remove_clients();
  for (const auto& [cohort, order] : orders)
    self_->send(cohort_at(cohort), order);
}

void ServerState::receive(const CohortLeft& left) {
  for (const ClientRemoved& removed : left.removed)
    run_->unlearning.keep_evidence(removed.client, removed.clicked);
  if (!run_->unlearning.cohort_removed()) return;
  if (phase_ == ServerPhase::kRemoving) {
    // The rule must also forget unlearned clients.
    run_->aggregator.reset_rule();
    enter(ServerPhase::kIdle);
    checkpoint_if_due();
    spdlog::debug("{}: {} client(s) removed after round {}", run_->plan->name,
                  run_->unlearning.record()->clients.size(), run_->round);
  } else if (phase_ == ServerPhase::kStopping) {
    run_->aggregator.reset_rule();
    return end_stopped();
  }
  proceed();
}

void ServerState::receive(const ClientFailed& failure) {
  fail("client " + std::to_string(failure.client) + " failed: " + failure.what);
}

void ServerState::fail(const std::string& what) {
  if (phase_ == ServerPhase::kEnded) return;
  self_->send(conductor_,
              RunEnded{run_->plan->run, run_->plan->name + ": " + what});
  end_run();
}

/// Ends all actors of the run, which are linked to this one.
void ServerState::end_run() {
  enter(ServerPhase::kEnded);
  cohorts_.clear();
  self_->quit(caf::exit_reason::user_shutdown);
}

namespace {

/// Makes a handler that passes a message to the state.
template <class Message>
auto on(caf::stateful_actor<ServerState>* self) {
  return [self](const Message& message) { self->state.handle(message); };
}

}  // namespace

caf::behavior server(caf::stateful_actor<ServerState>* self,
                     const MaterializedPlan& run, caf::actor recorder,
                     caf::actor conductor, const SpawnCohort& elsewhere) {
  self->state.spawn(run, std::move(recorder), std::move(conductor), elsewhere);
  self->set_exit_handler([self](caf::exit_msg& message) {
    self->state.fail("an actor ended: " +
                     self->system().render(message.reason));
  });
  self->set_error_handler([self](caf::error& error) {
    self->state.fail("an actor answered with an error: " +
                     self->system().render(error));
  });
  return {on<StartRun>(self),       on<StopRun>(self),
          on<Abandon>(self),        on<CohortUpdate>(self),
          on<SecAggMessages>(self), on<MaskedSum>(self),
          on<ClientFailed>(self),   on<CohortLeft>(self),
          on<Evaluated>(self),      on<CohortEvaluated>(self),
          on<CohortStats>(self),    on<CheckpointNow>(self),
          on<CohortSnapshot>(self), on<CheckpointKept>(self)};
}

}  // namespace fedltr
