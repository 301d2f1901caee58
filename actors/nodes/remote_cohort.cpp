#include "actors/nodes/remote_cohort.hpp"

#include "actors/cohort/bounds.hpp"
#include "actors/protocol/receives.hpp"

namespace fedltr {
namespace {

/// Round after which an answer's state holds; 0 if the task is of no round.
std::uint32_t round_of(const CohortTask& task) {
  const auto* train = std::get_if<TrainCohort>(&task);
  return train ? train->round : 0;
}

/// Returns true if the task changes the cohort's state.
bool changes(const CohortTask& task) {
  return std::holds_alternative<TrainCohort>(task) ||
         std::holds_alternative<LeaveCohort>(task);
}

}  // namespace

void RemoteCohortState::begin(std::shared_ptr<const FederationPlan> plan,
                              std::vector<std::uint32_t> interactions,
                              std::uint32_t index, caf::actor roster) {
  plan_ = std::move(plan);
  interactions_ = std::move(interactions);
  index_ = index;
  roster_ = std::move(roster);
}

void RemoteCohortState::enqueue(CohortTask task) {
  server_ = caf::actor_cast<caf::actor>(self_->current_sender());
  queue_.push_back(std::make_shared<const CohortTask>(std::move(task)));
  if (queue_.size() == 1) submit();
}

void RemoteCohortState::submit() {
  self_->send(roster_,
              Submit{{plan_->run, index_}, queue_.front(), now_.state});
}

/// Checks a node's answer, which may be hostile: if it is invalid, the node is
/// evicted and another node gets the task.
void RemoteCohortState::receive(const Answered& answered) {
  if (queue_.empty()) return;
  try {
    accept(answered);
  } catch (const ArchiveError& error) {
    self_->send(roster_, InvalidAnswer{answered.link, error.what()});
    submit();
  }
}

void RemoteCohortState::accept(const Answered& answered) {
  const CohortTask& task = *queue_.front();
  wire::Answer& answer = *answered.answer;
  const std::uint32_t round = std::max(round_of(task), now_.round);
  Bounds bounds{*plan_, index_, interactions_};
  if (round > 0) bounds.rounds = round;  // 0: resumed from a checkpoint
  bounds.check(task, answer.outcome);
  if (auto* failure = std::get_if<ClientFailed>(&answer.outcome)) {
    failure->what =
        "at node " + answered.node + ": " + printable(failure->what);
  } else if (changes(task)) {
    // Reading the state checks it.
    read_cohort_memory(bounds, answer.state);
    if (round > now_.round) before_ = now_;
    now_ = {round,
            std::make_shared<const std::string>(std::move(answer.state))};
  }
  std::visit([&](auto& each) { self_->send(server_, std::move(each)); },
             answer.outcome);
  queue_.pop_front();
  if (!queue_.empty()) submit();
}

void RemoteCohortState::receive(const SnapshotRequest& request) {
  const Snapshot& kept = request.round < now_.round ? before_ : now_;
  self_->send(caf::actor_cast<caf::actor>(self_->current_sender()),
              CohortSnapshot{request.round, index_, *kept.state});
}

void RemoteCohortState::receive(const Restore& from) {
  now_.state = std::make_shared<const std::string>(from.bytes);
}

void RemoteCohortState::receive(const caf::exit_msg& message) {
  self_->send(roster_, CohortOver{{plan_->run, index_}});
  self_->quit(message.reason);
}

caf::behavior remote_cohort(caf::stateful_actor<RemoteCohortState>* self,
                            std::shared_ptr<const FederationPlan> plan,
                            std::vector<std::uint32_t> interactions,
                            std::uint32_t index, caf::actor roster) {
  self->state.begin(std::move(plan), std::move(interactions), index,
                    std::move(roster));
  self->set_exit_handler(
      [self](caf::exit_msg& message) { self->state.receive(message); });
  self->set_error_handler([](caf::error&) {});
  return receives<TrainCohort, EvaluateOwn, StatsRequest, LeaveCohort, Answered,
                  SnapshotRequest, Restore>(self);
}

SpawnCohort cohorts_at(const caf::actor& roster) {
  return [roster](caf::local_actor* server,
                  std::shared_ptr<const FederationPlan> plan,
                  std::vector<std::uint32_t> interactions,
                  std::uint32_t index) -> caf::actor {
    return server->spawn<caf::linked>(remote_cohort, std::move(plan),
                                      std::move(interactions), index, roster);
  };
}

}  // namespace fedltr
