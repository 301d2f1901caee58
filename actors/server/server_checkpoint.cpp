// Checkpoints of a server between two rounds: making and resuming them.
#include <algorithm>

#include "actors/runtime/recorder.hpp"
#include "actors/server/server.hpp"
#include "algorithms/core/archive.hpp"

namespace fedltr {

/// Other actors with state: the cohorts, then the adversary, if there is one.
std::map<std::uint32_t, caf::actor> ServerState::checkpoint_parts() const {
  auto parts = cohorts_;
  if (adversary_) parts[run_->plan->cohorts()] = adversary_;
  return parts;
}

void ServerState::receive(const CheckpointNow&) {
  run_->checkpointer.request();
  checkpoint_if_due();
}

/// Begins a requested checkpoint, unless a round is open that is sure to close.
/// With cohorts at nodes it may never close, but their state before the round
/// is in this process.
void ServerState::checkpoint_if_due() {
  Checkpointer& checkpointer = run_->checkpointer;
  const bool between_rounds =
      phase_ == ServerPhase::kIdle || phase_ == ServerPhase::kStopping;
  if (!checkpointer.is_due() || run_->unlearning.is_removing() ||
      (!between_rounds && !run_->at_nodes))
    return;
  const bool is_new = checkpointer.take_request(run_->round);
  // A finished run has results instead.
  if (!is_new || (!run_->at_nodes && !run_->has_work())) return;
  std::uint32_t row = checkpointer.last_row(run_->evaluated());
  // Do not wait for evaluations by nodes, which may have left, nor for those
  // that select the model, which is part of the checkpoint.
  const bool waits_not =
      (run_->at_nodes && run_->plan->personal > 0) || run_->best;
  if (waits_not && !run_->evaluations.empty())
    row = std::min(row, *run_->evaluations.oldest() - 1);
  begin_checkpoint(row);
  send_evaluations();
}

/// @param row  last one of the learning curve that belongs to it
void ServerState::begin_checkpoint(std::uint32_t row) {
  Archive archive;
  run_->exchange(archive, row);
  std::set<std::uint32_t> parts;
  for (const auto& [part, actor] : checkpoint_parts()) {
    parts.insert(part);
    self_->send(actor, SnapshotRequest{run_->round});
  }
  run_->checkpointer.begin(run_->round, row, archive.take(), std::move(parts));
}

/// Takes the state after the last round, from which a run of more rounds
/// continues: without a row that is on the curve only because it is the last.
void ServerState::begin_end_state() {
  ending_ = true;
  begin_checkpoint(run_->last_row_of_longer());
  pass_on_checkpoint();  // complete already, if no other actor has a state
}

void ServerState::receive(const CohortSnapshot& part) {
  run_->checkpointer.add(part.round, part.cohort, part.bytes);
  pass_on_checkpoint();
}

void ServerState::pass_on_checkpoint() {
  auto bytes = run_->checkpointer.take_complete(run_->evaluations.oldest(),
                                                run_->result.rounds);
  if (!bytes) return;
  if (ending_) {
    run_->result.state = std::make_shared<const std::string>(std::move(*bytes));
    run_->checkpointer.kept();
    return proceed();
  }
  self_->send(
      recorder_,
      RecordCheckpoint{run_->plan->run, run_->checkpointer.round(),
                       std::make_shared<const std::string>(std::move(*bytes))});
}

void ServerState::receive(const CheckpointKept&) {
  if (!run_->checkpointer.is_busy()) return;
  run_->checkpointer.kept();
  checkpoint_if_due();
  proceed();
}

/// Restores the plan's checkpoint, before any round.
void ServerState::restore() {
  try {
    Snapshot from;
    Archive whole(*run_->plan->resume);
    whole(from);
    whole.finish();
    Archive own(from.server);
    run_->exchange(own);
    own.finish();
    const std::uint32_t cohorts = run_->plan->cohorts();
    const auto beyond = from.parts.lower_bound(cohorts);
    const bool fits = adversary_ ? beyond != from.parts.end() &&
                                       beyond->first == cohorts &&
                                       std::next(beyond) == from.parts.end()
                                 : beyond == from.parts.end();
    own.expect(from.round == run_->round && fits,
               "its parts don't belong together");
    run_->checkpointer.resumed(run_->round);
    run_->result.rounds = std::move(from.rounds);
    for (auto& [part, bytes] : from.parts)
      self_->send(part == cohorts ? adversary_ : cohort_at(part),
                  Restore{std::move(bytes)});
  } catch (const ArchiveError& error) {
    throw std::runtime_error(std::string("the checkpoint can't be read: ") +
                             error.what());
  }
}

}  // namespace fedltr
