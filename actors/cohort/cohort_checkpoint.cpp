// Checkpoints of a cohort: collecting its state, and restoring it.
#include "actors/cohort/cohort.hpp"
#include "algorithms/core/archive.hpp"

namespace fedltr {

void CohortState::receive(const SnapshotRequest& request) {
  remember_server();
  std::set<std::uint32_t> asked;
  if (plan_->clients_keep())
    for (const auto& [client, actor] : clients_) {
      // FedPer: the others still have the parameters of the start.
      if (plan_->personal > 0 && !trained_.contains(client)) continue;
      asked.insert(client);
      self_->send(actor, request);
    }
  snapshot_.open(
      request.round,
      {round_->record(request.round), {left_.begin(), left_.end()}, {}},
      std::move(asked));
  send_snapshot();
}

void CohortState::receive(const ClientSnapshot& part) {
  snapshot_.add(part.round, part.client, part.bytes);
  send_snapshot();
}

void CohortState::send_snapshot() {
  if (!snapshot_.is_complete()) return;
  const std::uint32_t round = snapshot_.round();
  self_->send(server_, CohortSnapshot{round, index_, snapshot_.take()});
}

void CohortState::receive(const Restore& from) {
  if (from.bytes.empty()) return;  // the initial state
  remember_server();
  try {
    CohortMemory memory = read_cohort_memory({*plan_, index_}, from.bytes);
    round_->restore(std::move(memory.record));
    for (const std::uint32_t client : memory.left) forget(client);
    for (auto& [client, state] : memory.clients) {
      self_->send(actor_of(client), Restore{std::move(state)});
      trained_.insert(client);
    }
  } catch (const ArchiveError& error) {
    self_->send(server_, ClientFailed{first_, std::string("the checkpoint "
                                                          "can't be read: ") +
                                                  error.what()});
  }
}

}  // namespace fedltr
