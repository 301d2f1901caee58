#include "actors/client.hpp"

namespace fedltr {

Update train_client(const FederationPlan& plan, std::uint32_t id,
                    const Train& order) {
  // A handler is never preempted, so one session serves all of a thread's
  // clients; it carries nothing from one to the next.
  thread_local Session session;
  session.enter(*plan.simulation);
  Streams streams(plan.seed, id, order.round);
  auto [message, numbers] =
      Parameters::make(plan.learner->message_size(order.model.size()));
  const OnlineTotals totals = plan.learner->learn(
      order.model.view(), plan.interactions, streams, session, numbers);
  if (plan.privacy.release)
    plan.privacy.release(numbers, order.model.view(), streams.privacy);
  const double searches = plan.interactions;
  return {order.round,
          id,
          plan.interactions,
          totals.ndcg / searches,
          totals.max_rr / searches,
          std::move(message)};
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
