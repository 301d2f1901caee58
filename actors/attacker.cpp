#include "actors/attacker.hpp"

#include "actors/client.hpp"

namespace fedltr {

caf::behavior attacker(caf::stateful_actor<AttackerState>* self,
                       const std::shared_ptr<const FederationPlan>& plan,
                       std::uint32_t id, const caf::actor& adversary) {
  self->state.personal = PersonalPart(plan->initial.tail(plan->personal));
  // An adversary that breaks takes its attackers along, and so the run.
  self->link_to(adversary);
  return {[self, plan, id, adversary](const Train& order) {
            AttackerState& state = self->state;
            state.cohort = caf::actor_cast<caf::actor>(self->current_sender());
            try {
              state.pending = train_client(*plan, id, order, state.personal);
            } catch (const std::exception& error) {
              return self->send(state.cohort, ClientFailed{id, error.what()});
            }
            if (!plan->attack.schedule.attacks(id, order.round))
              return self->send(state.cohort, state.pending);
            // The cohort need not keep a place in its window for it.
            self->send(state.cohort, Withheld{order.round, id});
            self->send(adversary,
                       HonestModel{order.round, id, state.pending.message});
          },
          [self](const Crafted& crafted) {
            AttackerState& state = self->state;
            state.pending.message = crafted.message;
            self->send(state.cohort, std::move(state.pending));
          },
          [self, plan, id](const EvaluateOwn& order) {
            return evaluate_own(*plan, id, order, self->state.personal);
          },
          [self, id](const TallyRequest& request) {
            return Personal{
                id, Parameters(self->state.personal.after(request.round))};
          }};
}

}  // namespace fedltr
