// How a server keeps where it is between two rounds, and goes on from there.
#include <algorithm>

#include "actors/runtime/recorder.hpp"
#include "actors/server/server.hpp"
#include "algorithms/core/archive.hpp"

namespace fedltr {

/// Who else keeps anything: the cohorts, then the adversary, if there is one.
std::vector<caf::actor> ServerState::checkpoint_parts() const {
  std::vector<caf::actor> parts = cohorts_;
  if (adversary_) parts.push_back(adversary_);
  return parts;
}

void ServerState::receive(const CheckpointNow&) {
  run_->checkpointer.request();
  checkpoint_if_due();
}

/// Begins a checkpoint that is asked for, unless a round is open whose end will
/// come. Where cohorts are at nodes it may not come, but what they were before
/// is here.
void ServerState::checkpoint_if_due() {
  Checkpointer& checkpointer = run_->checkpointer;
  const bool between_rounds =
      phase_ == ServerPhase::kIdle || phase_ == ServerPhase::kStopping;
  if (!checkpointer.is_due() || run_->unlearning.is_removing() ||
      (!between_rounds && !run_->at_nodes))
    return;
  const bool is_new = checkpointer.take_request(run_->round);
  // A run that is over has results instead.
  if (!is_new || (!run_->at_nodes && !run_->has_work())) return;
  std::uint32_t row = checkpointer.last_row(run_->evaluated());
  // Clients at nodes are not waited for: they may be gone.
  if (run_->at_nodes && run_->plan->personal > 0 && !run_->evaluations.empty())
    row = std::min(row, *run_->evaluations.oldest() - 1);
  Archive archive;
  run_->exchange(archive, row);
  const std::vector<caf::actor> parts = checkpoint_parts();
  checkpointer.begin(run_->round, row, archive.take(), parts.size());
  for (const caf::actor& each : parts)
    self_->send(each, SnapshotRequest{run_->round});
  send_evaluations();
}

void ServerState::receive(const CohortSnapshot& part) {
  run_->checkpointer.add(part.round, part.cohort, part.bytes);
  pass_on_checkpoint();
}

void ServerState::pass_on_checkpoint() {
  auto bytes = run_->checkpointer.take_complete(run_->evaluations.oldest(),
                                                run_->result.rounds);
  if (!bytes) return;
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

/// @note before any round
void ServerState::restore() {
  try {
    Snapshot from;
    Archive whole(*run_->plan->resume);
    whole(from);
    whole.finish();
    Archive own(from.server);
    run_->exchange(own);
    own.finish();
    const std::vector<caf::actor> parts = checkpoint_parts();
    own.expect(from.round == run_->round && from.parts.size() == parts.size(),
               "its parts don't belong together");
    run_->checkpointer.resumed(run_->round);
    run_->result.rounds = std::move(from.rounds);
    for (std::size_t i = 0; i < parts.size(); ++i)
      self_->send(parts[i], Restore{std::move(from.parts[i])});
  } catch (const ArchiveError& error) {
    throw std::runtime_error(std::string("the checkpoint can't be read: ") +
                             error.what());
  }
}

}  // namespace fedltr
