#pragma once

#include "actors/client/local_client.hpp"
#include "actors/protocol/lean_actor.hpp"
#include "actors/protocol/messages.hpp"

namespace fedltr {

/// One client of a federation: learns from its own users on Train.
LeanBehavior client(LeanActor* self,
                    const std::shared_ptr<const FederationPlan>& plan,
                    std::uint32_t id,
                    const std::shared_ptr<const Member>& member,
                    const std::shared_ptr<HistoryStore>& store);

/// Runs a handler; if it fails, sends the cohort ClientFailed.
template <class Handler>
void guarded(LeanActor* self, std::uint32_t id, const Handler& handler) {
  const auto cohort = caf::actor_cast<caf::actor>(self->current_sender());
  try {
    handler(cohort);
  } catch (const std::exception& error) {
    self->send(cohort, ClientFailed{id, error.what()});
  }
}

/// Sends the outgoing form of an update.
void send_update(LeanActor* self, const caf::actor& cohort,
                 const LocalClient& local, const Train& order, Update update);

/// Handlers of all messages but Train that this client needs.
LeanBehavior memory_handlers(LeanActor* self, const LocalClient& local);

}  // namespace fedltr
