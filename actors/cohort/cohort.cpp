#include "actors/cohort/cohort.hpp"

#include <cmath>
#include <utility>

#include "actors/client/attacker.hpp"
#include "actors/client/client.hpp"
#include "algorithms/heterogeneity/local_evaluation.hpp"

namespace fedltr {

void CohortState::spawn(std::shared_ptr<const FederationPlan> plan,
                        std::vector<std::shared_ptr<const Member>> members,
                        std::shared_ptr<HistoryStore> store,
                        std::uint32_t index, const caf::actor& adversary) {
  plan_ = std::move(plan);
  members_ = std::move(members);
  store_ = std::move(store);
  if (plan_->attack.full) adversary_ = adversary;
  index_ = index;
  first_ = index * kCohortSize;
  std::vector<std::uint32_t> interactions;
  for (const auto& member : members_)
    interactions.push_back(member->interactions);
  const auto size = static_cast<std::uint32_t>(members_.size());
  round_.emplace(plan_, first_, interactions);
  evaluations_.emplace(index_, first_, size,
                       static_cast<Index>(plan_->evaluation->metrics().size()));
  clients_.resize(size);
  for (std::uint32_t i = 0; i < size; ++i)
    if (adversary && first_ + i < plan_->attack.schedule.attackers())
      clients_[i] = self_->spawn<caf::monitored>(
          attacker, plan_, first_ + i, members_[i], store_, adversary);
    else
      respawn(i);
}

/// Starts a client with its data, without any state.
void CohortState::respawn(std::size_t place) {
  clients_[place] = self_->spawn<caf::lazy_init + caf::monitored>(
      client, plan_, first_ + static_cast<std::uint32_t>(place),
      members_[place], store_);
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
  const caf::actor& actor = clients_[place_of(client)];
  if (auto message = secure_.before_training(client))
    self_->send(actor, std::move(*message));
  self_->send(actor, train_order_);
}

/// Ends a client's actor. A client that keeps no state restarts at once; for
/// any other the round waits for its state on disk, since the client must still
/// answer messages sent in between.
void CohortState::crash(std::uint32_t client) {
  caf::actor& actor = clients_[place_of(client)];
  if (plan_->clients_keep())
    return self_->send(actor, Crash{round_->order().round});
  crashed_.insert(actor.address());
  self_->send_exit(actor, caf::exit_reason::kill);
  respawn(place_of(client));
  round_->excuse(client);
}

void CohortState::receive(const PersistedState& state) {
  if (!has(state.client)) return;
  const std::size_t place = place_of(state.client);
  crashed_.insert(clients_[place].address());
  self_->send(clients_[place], Terminate{});
  respawn(place);
  self_->send(clients_[place], Restore{state.bytes});
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
    self_->send(clients_.at(place_of(message->client)), std::move(*message));
}

void CohortState::answer_stage() {
  if (secure_.is_complete()) self_->send(server_, secure_.take());
}

void CohortState::receive(const EvaluateOwn& order) {
  remember_server();
  evaluations_->open(order);
  for (const caf::actor& each : clients_) self_->send(each, order);
}

void CohortState::receive(const ClientEvaluated& evaluated) {
  // A client without data has no part of its own.
  const auto counts = [this](std::uint32_t client, std::uint32_t time) {
    return members_[place_of(client)]->interactions > 0 &&
           plan_->faults.present(client, time);
  };
  if (auto all = evaluations_->add(evaluated, counts))
    self_->send(server_, std::move(*all));
}

void CohortState::receive(const StatsRequest& request) {
  remember_server();
  final_model_ = request.model;
  if (plan_->personal == 0) return report_stats();
  missing_personal_ = clients_.size();
  personal_.resize(clients_.size());
  for (const caf::actor& each : clients_) self_->send(each, request);
}

void CohortState::receive(const Personal& part) {
  if (!has(part.client) || personal_.empty() ||
      part.values.size() != plan_->personal)
    return;
  personal_[place_of(part.client)] = part.values;
  if (--missing_personal_ == 0) report_stats();
}

void CohortState::report_stats() {
  const std::vector<double> own = local_metrics();
  self_->send(
      server_,
      CohortStats{index_, stats(), {own.begin(), own.end()}, personal_});
}

/// Returns the final model's metric for each client, if the plan asks for it.
std::vector<double> CohortState::local_metrics() const {
  std::vector<double> metrics;
  if (!plan_->report_local_metrics) return metrics;
  LocalEvaluation local(plan_->evaluation->config());
  Vector whole(plan_->initial.size());
  whole.head(final_model_.size()) = final_model_.view();
  for (std::size_t i = 0; i < members_.size(); ++i) {
    if (plan_->personal > 0) whole.tail(plan_->personal) = personal_[i].view();
    metrics.emplace_back(members_[i] ? local.of(*members_[i], whole)
                                     : std::nan(""));
  }
  return metrics;
}

/// Asks clients to leave, and confirms it once all have left.
void CohortState::receive(const LeaveCohort& order) {
  remember_server();
  removals_.begin(order.clients);
  for (const std::uint32_t client : order.clients) {
    caf::actor& actor = clients_[place_of(client)];
    leaving_[actor.address()] = client;
    self_->send(actor, Leave{});
    actor = nullptr;
    members_[place_of(client)] = nullptr;
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
  for (const caf::actor& each : clients_)
    if (each) self_->send_exit(each, caf::exit_reason::user_shutdown);
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

caf::behavior cohort(caf::stateful_actor<CohortState, LeanActor>* self,
                     std::shared_ptr<const FederationPlan> plan,
                     std::vector<std::shared_ptr<const Member>> members,
                     std::shared_ptr<HistoryStore> store, std::uint32_t index,
                     const caf::actor& adversary) {
  self->state.spawn(std::move(plan), std::move(members), std::move(store),
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
