#include "actors/client/adversary.hpp"

#include <utility>

namespace fedltr {

Collusion& AdversaryState::round(std::uint32_t number) {
  return rounds.try_emplace(number, *plan).first->second;
}

void AdversaryState::craft_if_complete(std::uint32_t number) {
  const Collusion& collusion = round(number);
  if (!collusion.is_complete()) return;
  try {
    for (const auto& [client, model] : collusion.craft(attack->begin(number)))
      self->send(attackers.at(client), Crafted{number, model});
  } catch (const std::exception& error) {
    return self->send(server, ClientFailed{0, error.what()});
  }
  rounds.erase(number);
}

void AdversaryState::restore(const Restore& from) {
  try {
    attack->restore(from.bytes);
  } catch (const ArchiveError& error) {
    self->send(server, ClientFailed{0, std::string("the checkpoint can't be "
                                                   "read: ") +
                                           error.what()});
  }
}

caf::behavior adversary(caf::stateful_actor<AdversaryState>* self,
                        std::shared_ptr<const FederationPlan> plan) {
  self->state.plan = std::move(plan);
  self->state.attack.emplace(self->state.plan->attack.make());
  const auto sender = [self] {
    return caf::actor_cast<caf::actor>(self->current_sender());
  };
  return {[self, sender](const AttackRound& order) {
            self->state.server = sender();
            self->state.round(order.round).add(order);
            self->state.craft_if_complete(order.round);
          },
          [self, sender](const HonestModel& model) {
            self->state.attackers[model.client] = sender();
            self->state.round(model.round).add(model);
            self->state.craft_if_complete(model.round);
          },
          [self](const HonestUpdates& heard) {
            self->state.round(heard.round).add(heard);
            self->state.craft_if_complete(heard.round);
          },
          [self, sender](const SnapshotRequest& request) {
            AdversaryState& state = self->state;
            self->send(sender(),
                       CohortSnapshot{request.round, state.plan->cohorts(),
                                      state.attack->snapshot(request.round)});
          },
          [self, sender](const Restore& from) {
            self->state.server = sender();
            self->state.restore(from);
          }};
}

}  // namespace fedltr
