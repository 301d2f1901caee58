// Checkpoints of a cohort: collecting its state, and restoring it.
#include "actors/cohort/cohort.hpp"
#include "algorithms/core/archive.hpp"

namespace fedltr {

void CohortState::receive(const SnapshotRequest& request) {
  remember_server();
  CohortMemory own{round_->record(request.round), {}, {}};
  for (const caf::actor& each : clients_)
    own.here.push_back(static_cast<bool>(each));
  std::vector<bool> asked;
  if (plan_->clients_keep()) asked = own.here;
  snapshot_.open(request.round, std::move(own), std::move(asked));
  if (plan_->clients_keep())
    for (const caf::actor& each : clients_)
      if (each) self_->send(each, request);
  send_snapshot();
}

void CohortState::receive(const ClientSnapshot& part) {
  if (!has(part.client)) return;
  snapshot_.add(part.round, place_of(part.client), part.bytes);
  send_snapshot();
}

void CohortState::send_snapshot() {
  if (!snapshot_.is_complete()) return;
  const std::uint32_t round = snapshot_.round();
  self_->send(server_, CohortSnapshot{round, index_, snapshot_.take()});
}

/// Removes a client that had left before the checkpoint. Not by an exit
/// message: it would also end the adversary, to which attackers are linked.
void CohortState::dismiss(std::size_t place) {
  self_->demonitor(clients_[place]);
  self_->send(clients_[place], Leave{});
  clients_[place] = nullptr;
  members_[place] = nullptr;
}

void CohortState::receive(const Restore& from) {
  if (from.bytes.empty()) return;  // the initial state
  remember_server();
  try {
    CohortMemory memory = read_cohort_memory({*plan_, index_}, from.bytes);
    round_->restore(std::move(memory.record));
    for (std::size_t i = 0; i < clients_.size(); ++i)
      if (!memory.here[i])
        dismiss(i);
      else if (!memory.clients.empty())
        self_->send(clients_[i], Restore{std::move(memory.clients[i])});
  } catch (const ArchiveError& error) {
    self_->send(server_, ClientFailed{first_, std::string("the checkpoint "
                                                          "can't be read: ") +
                                                  error.what()});
  }
}

}  // namespace fedltr
