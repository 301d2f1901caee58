#include "actors/client/attacker.hpp"

#include <utility>

namespace fedltr {

void AttackerState::train(const Train& new_order) {
  const std::uint32_t id = local->id();
  guarded(self, id, [&](const caf::actor& asking) {
    Update update = local->train(new_order);
    if (!local->poisons_model(new_order.spec))
      return send_update(self, asking, *local, new_order, std::move(update));
    cohort = asking;
    order = new_order;
    honest = std::move(update);
    // The cohort frees its place in the window.
    self->send(cohort, UpdatePending{order.round, id});
    self->send(adversary, HonestModel{order.round, id, honest.message});
  });
}

void AttackerState::send(const Crafted& crafted) {
  Update update = honest;
  update.message = crafted.message;
  send_update(self, cohort, *local, order, std::move(update));
}

LeanBehavior attacker(caf::stateful_actor<AttackerState, LeanActor>* self,
                      const std::shared_ptr<const FederationPlan>& plan,
                      std::uint32_t id,
                      const std::shared_ptr<const Member>& member,
                      const std::shared_ptr<HistoryStore>& store,
                      const caf::actor& adversary) {
  self->state.local.emplace(plan, id, member, store);
  self->state.adversary = adversary;
  // If the adversary fails, its attackers end and the run fails.
  self->link_to(adversary);
  return LeanBehavior{
      [self](const Train& order) { self->state.train(order); },
      [self](const Crafted& crafted) { self->state.send(crafted); }}
      .or_else(memory_handlers(self, *self->state.local));
}

}  // namespace fedltr
