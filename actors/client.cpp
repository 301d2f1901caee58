#include "actors/client.hpp"

namespace fedltr {

Update train_client(const FederationPlan& plan, std::uint32_t id,
                    const Train& order) {
  // A handler is never preempted, so one session serves all of a thread's
  // clients; it carries nothing from one to the next.
  thread_local Session session;
  session.enter(*plan.simulation);
  Streams streams(plan.seed, id, order.round);
  auto [learned, model] = Parameters::make(order.model.size());
  model = order.model.view();
  const double ndcg =
      plan.learner->learn(model, plan.interactions, streams, session);
  return {order.round, id, plan.interactions, ndcg / plan.interactions,
          std::move(learned)};
}

caf::behavior client(caf::event_based_actor* self,
                     std::shared_ptr<const FederationPlan> plan,
                     std::uint32_t id) {
  return {[self, plan = std::move(plan), id](const Train& order) {
    const auto cohort = caf::actor_cast<caf::actor>(self->current_sender());
    // Sent rather than returned: one allocation instead of two.
    try {
      self->send(cohort, train_client(*plan, id, order));
    } catch (const std::exception& error) {
      self->send(cohort, ClientFailed{id, error.what()});
    }
  }};
}

}  // namespace fedltr
