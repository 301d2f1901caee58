#include "actors/nodes/remote_cohort.hpp"

#include "actors/cohort/bounds.hpp"

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

void RemoteCohortState::enqueue(CohortTask task) {
  server = caf::actor_cast<caf::actor>(self->current_sender());
  queue.push_back(std::make_shared<const CohortTask>(std::move(task)));
  if (queue.size() == 1) submit();
}

void RemoteCohortState::submit() {
  self->send(roster, Submit{{plan->run, index}, queue.front(), now.state});
}

/// Checks a node's answer, which may be hostile: if it is invalid, the node is
/// evicted and another node gets the task.
void RemoteCohortState::on_answer(const Answered& answered) {
  if (queue.empty()) return;
  try {
    accept(answered);
  } catch (const ArchiveError& error) {
    self->send(roster, InvalidAnswer{answered.link, error.what()});
    submit();
  }
}

void RemoteCohortState::accept(const Answered& answered) {
  const CohortTask& task = *queue.front();
  wire::Answer& answer = *answered.answer;
  const std::uint32_t round = std::max(round_of(task), now.round);
  Bounds bounds{*plan, index, interactions};
  if (round > 0) bounds.rounds = round;  // 0: resumed from a checkpoint
  bounds.check(task, answer.outcome);
  if (auto* failure = std::get_if<ClientFailed>(&answer.outcome)) {
    failure->what =
        "at node " + answered.node + ": " + printable(failure->what);
  } else if (changes(task)) {
    // Reading the state checks it.
    read_cohort_memory(bounds, answer.state);
    if (round > now.round) before = now;
    now = {round, std::make_shared<const std::string>(std::move(answer.state))};
  }
  std::visit([&](auto& each) { self->send(server, std::move(each)); },
             answer.outcome);
  queue.pop_front();
  if (!queue.empty()) submit();
}

void RemoteCohortState::send_snapshot(std::uint32_t after) const {
  const Snapshot& kept = after < now.round ? before : now;
  self->send(caf::actor_cast<caf::actor>(self->current_sender()),
             CohortSnapshot{after, index, *kept.state});
}

void RemoteCohortState::restore(const Restore& from) {
  now.state = std::make_shared<const std::string>(from.bytes);
}

caf::behavior remote_cohort(caf::stateful_actor<RemoteCohortState>* self,
                            std::shared_ptr<const FederationPlan> plan,
                            std::vector<std::uint32_t> interactions,
                            std::uint32_t index, caf::actor roster) {
  auto& state = self->state;
  state.plan = std::move(plan);
  state.interactions = std::move(interactions);
  state.index = index;
  state.roster = std::move(roster);
  self->set_exit_handler([self](caf::exit_msg& message) {
    self->send(self->state.roster,
               CohortOver{{self->state.plan->run, self->state.index}});
    self->quit(message.reason);
  });
  self->set_error_handler([](caf::error&) {});
  return {[self](const TrainCohort& task) { self->state.enqueue(task); },
          [self](const EvaluateOwn& task) { self->state.enqueue(task); },
          [self](const StatsRequest& task) { self->state.enqueue(task); },
          [self](const LeaveCohort& task) { self->state.enqueue(task); },
          [self](const Answered& answered) { self->state.on_answer(answered); },
          [self](const SnapshotRequest& request) {
            self->state.send_snapshot(request.round);
          },
          [self](const Restore& from) { self->state.restore(from); }};
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
