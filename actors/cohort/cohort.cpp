#include "actors/cohort/cohort.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "actors/client/attacker.hpp"
#include "actors/client/client.hpp"
#include "algorithms/core/require.hpp"
#include "algorithms/heterogeneity/local_evaluation.hpp"

namespace fedltr {

void CohortState::begin(std::shared_ptr<const FederationPlan> plan,
                        Population members, std::shared_ptr<HistoryStore> store,
                        std::uint32_t index, const caf::actor& adversary) {
  plan_ = std::move(plan);
  members_ = std::move(members);
  store_ = std::move(store);
  adversary_ = adversary;
  index_ = index;
  first_ = index * kCohortSize;
  size_ = std::min(kCohortSize, plan_->clients - first_);
  round_.emplace(plan_, first_, members_.interactions(size_));
  evaluations_.emplace(index_, first_, size_, plan_->values_of_own(),
                       plan_->sets_of_own());
}

/// Returns a client's actor; starts it with its data, without any state, if it
/// has none.
caf::actor& CohortState::actor_of(std::uint32_t client) {
  const auto found = clients_.find(client);
  if (found != clients_.end()) return found->second;
  require(has(client) && !left_.contains(client),
          "client " + std::to_string(client) + " is not here");
  caf::actor& actor = clients_[client];
  const auto& member = members_.at(client - first_);
  if (adversary_ && client < plan_->attack.schedule.attackers())
    actor = self_->spawn<caf::monitored>(attacker, plan_, client, member,
                                         store_, adversary_);
  else
    actor = self_->spawn<caf::lazy_init + caf::monitored>(
        fedltr::client, plan_, client, member, store_);
  return actor;
}

/// Deletes what the cohort has of a client that leaves.
void CohortState::forget(std::uint32_t client) {
  clients_.erase(client);
  left_.insert(client);
  members_.forget(client - first_, size_);
}

void CohortState::remember_server() {
  server_ = caf::actor_cast<caf::actor>(self_->current_sender());
}

void CohortState::receive(const TrainCohort& order) {
  remember_server();
  if (!lost_.empty()) return self_->send(server_, ClientFailed{first_, lost_});
  round_->open(order);
  adversary_waits_ = order.full_knowledge && adversary_;
  // One message for all clients: the model is shared, not copied.
  train_order_ = caf::make_message(Train{order.round, order.model, order.spec});
  for (std::size_t i = window(); i > 0; --i) order_next_client();
  // The round may wait for no client, or for attackers only.
  go_on();
}

/// Number of clients that are asked at the same time.
std::size_t CohortState::window() const {
  return clients_in_flight(self_->system().scheduler().num_workers(),
                           plan_->cohorts());
}

/// Starts training on the next client that neither drops out nor crashes.
void CohortState::order_next_client() {
  using Turn = CohortRound::Turn;
  while (const auto next = round_->next()) {
    if (next->turn == Turn::kTrains) return order_training(next->client);
    if (next->turn == Turn::kCrashes) crash(next->client);
  }
}

void CohortState::order_training(std::uint32_t client) {
  if (plan_->personal > 0) trained_.insert(client);
  const caf::actor& actor = actor_of(client);
  if (auto message = secure_.before_training(client))
    self_->send(actor, std::move(*message));
  self_->send(actor, train_order_);
}

/// Ends a client's actor. A client that keeps no state restarts when it is
/// asked again; for any other the round waits for its state on disk, since the
/// client must still answer messages sent in between.
void CohortState::crash(std::uint32_t client) {
  if (plan_->clients_keep())
    return self_->send(actor_of(client), Crash{round_->order().round});
  if (const auto found = clients_.find(client); found != clients_.end()) {
    crashed_.insert(found->second.address());
    self_->send_exit(found->second, caf::exit_reason::kill);
    clients_.erase(found);
  }
  round_->excuse(client);
}

void CohortState::receive(const PersistedState& state) {
  const auto crashed = clients_.find(state.client);
  if (crashed == clients_.end()) return;
  crashed_.insert(crashed->second.address());
  self_->send(crashed->second, Terminate{});
  clients_.erase(crashed);
  self_->send(actor_of(state.client), Restore{state.bytes});
  if (!round_->is_open()) return;
  round_->excuse(state.client);
  go_on();
}

void CohortState::receive(const Update& update) {
  round_->accept(update);
  order_next_client();
  go_on();
}

void CohortState::receive(const MaskedUpdate& update) {
  round_->accept(update);
  order_next_client();
  go_on();
}

void CohortState::receive(const UpdatePending&) {
  order_next_client();
  go_on();
}

/// Advances the round after a client has answered or was excused.
void CohortState::go_on() {
  if (!round_->is_open()) return;
  if (adversary_waits_ && round_->is_complete_but_attackers()) {
    adversary_waits_ = false;
    self_->send(adversary_, round_->honest_updates());
  }
  if (!round_->is_complete()) return;
  CohortUpdate update = round_->close();
  if (plan_->secure) {
    secure_.close_round();
    self_->send(server_, round_->take_masked_sum());
  }
  self_->send(server_, std::move(update));
}

void CohortState::receive(const ClientFailed& failure) {
  if (server_) self_->send(server_, failure);
}

void CohortState::receive(const SecAggMessages& order) {
  remember_server();
  secure_.open(order);
  for (std::size_t i = window(); i > 0; --i) send_next_secure_message();
  answer_stage();
}

void CohortState::receive(const SecAggMessage& answer) {
  if (!secure_.add(answer)) return;
  send_next_secure_message();
  answer_stage();
}

void CohortState::send_next_secure_message() {
  if (auto message = secure_.next())
    self_->send(actor_of(message->client), std::move(*message));
}

void CohortState::answer_stage() {
  if (secure_.is_complete()) self_->send(server_, secure_.take());
}

void CohortState::receive(const EvaluateOwn& order) {
  remember_server();
  for (const std::uint32_t client : evaluations_->open(
           order, [&](std::uint32_t id) { return trained_.contains(id); }))
    self_->send(actor_of(client), order);
}

void CohortState::receive(const ClientEvaluated& evaluated) {
  // A client without data has no part of its own.
  const auto counts = [this](std::uint32_t client, std::uint32_t time) {
    return members_[client - first_].interactions > 0 &&
           plan_->faults.present(client, time);
  };
  if (auto all = evaluations_->add(evaluated, counts))
    self_->send(server_, std::move(*all));
}

void CohortState::receive(const StatsRequest& request) {
  remember_server();
  final_model_ = request.model;
  if (plan_->personal == 0) return report_stats();
  // Clients without an actor still have the parameters of the start.
  personal_.assign(size_, Parameters(plan_->initial.tail(plan_->personal)));
  missing_personal_ = clients_.size();
  for (const auto& [client, actor] : clients_) self_->send(actor, request);
  if (clients_.empty()) report_stats();
}

void CohortState::receive(const Personal& part) {
  if (!has(part.client) || personal_.empty() ||
      part.values.size() != plan_->personal)
    return;
  personal_[part.client - first_] = part.values;
  if (--missing_personal_ == 0) report_stats();
}

void CohortState::report_stats() {
  const std::vector<double> own = local_metrics();
  CohortRecord record = round_->record(round_->order().round);
  if (!own.empty() || !personal_.empty())
    for (std::uint32_t i = 0; i < size_; ++i) record.of(first_ + i);
  self_->send(server_,
              CohortStats{index_, std::move(record.stats), own, personal_});
}

/// Returns the final model's metric for each client, if the plan asks for it.
std::vector<double> CohortState::local_metrics() const {
  std::vector<double> metrics;
  if (!plan_->report_local_metrics) return metrics;
  LocalEvaluation local(plan_->evaluation->config());
  Vector whole(plan_->initial.size());
  whole.head(final_model_.size()) = final_model_.view();
  for (std::uint32_t i = 0; i < size_; ++i) {
    if (plan_->personal > 0) whole.tail(plan_->personal) = personal_[i].view();
    metrics.push_back(left_.contains(first_ + i)
                          ? std::nan("")
                          : local.of(members_[i], whole));
  }
  return metrics;
}

/// Asks clients to leave, and confirms it once all have left.
void CohortState::receive(const LeaveCohort& order) {
  remember_server();
  removals_.begin(order.clients);
  for (const std::uint32_t client : order.clients) {
    const caf::actor& actor = actor_of(client);
    leaving_[actor.address()] = client;
    self_->send(actor, Leave{});
    forget(client);
  }
  confirm_removal();
}

void CohortState::receive(const ClientRemoved& removed) {
  removals_.add(removed);
  confirm_removal();
}

void CohortState::confirm_removal() {
  if (removals_.is_complete())
    self_->send(server_, CohortLeft{index_, removals_.take()});
}

void CohortState::receive(const caf::exit_msg& message) {
  stop(message.reason);
}

/// Handles an error that comes back for a plain send.
void CohortState::receive(const caf::error& error) {
  stop(error);
}

/// Handles the end of a client: if it was not expected, the run fails, since
/// the client's answer would be missing.
void CohortState::receive(const caf::down_msg& down) {
  if (crashed_.erase(down.source) > 0) return;
  if (const auto left = leaving_.find(down.source);
      left != leaving_.end() && !down.reason) {
    removals_.gone(left->second);
    leaving_.erase(left);
    return confirm_removal();
  }
  lost_ = "a client of cohort " + std::to_string(index_) +
          " ended: " + self_->system().render(down.reason);
  if (server_) self_->send(server_, ClientFailed{first_, lost_});
}

void CohortState::stop(const caf::error& reason) {
  for (const auto& [client, actor] : clients_)
    self_->send_exit(actor, caf::exit_reason::user_shutdown);
  clients_.clear();
  self_->quit(reason);
}

namespace {

/// Makes a handler that passes a message to the state.
template <class Message>
auto on(caf::stateful_actor<CohortState, LeanActor>* self) {
  return [self](const Message& message) { self->state.handle(message); };
}

}  // namespace

LeanBehavior cohort(caf::stateful_actor<CohortState, LeanActor>* self,
                    std::shared_ptr<const FederationPlan> plan,
                    Population members, std::shared_ptr<HistoryStore> store,
                    std::uint32_t index, const caf::actor& adversary) {
  self->state.begin(std::move(plan), std::move(members), std::move(store),
                    index, adversary);
  return {on<TrainCohort>(self),     on<Update>(self),
          on<MaskedUpdate>(self),    on<SecAggMessages>(self),
          on<SecAggMessage>(self),   on<UpdatePending>(self),
          on<PersistedState>(self),  on<ClientFailed>(self),
          on<LeaveCohort>(self),     on<ClientRemoved>(self),
          on<EvaluateOwn>(self),     on<ClientEvaluated>(self),
          on<StatsRequest>(self),    on<Personal>(self),
          on<SnapshotRequest>(self), on<ClientSnapshot>(self),
          on<Restore>(self),         on<caf::down_msg>(self),
          on<caf::exit_msg>(self),   on<caf::error>(self)};
}

}  // namespace fedltr
