#include "actors/client.hpp"

namespace fedltr {

Update train_client(const FederationPlan& plan, std::uint32_t id,
                    const Train& order) {
  // A handler is never preempted, so one session serves all of a thread's
  // clients; it carries nothing from one to the next.
  thread_local Session session;
  session.enter(*plan.simulation);
  Streams streams(plan.seed, id, order.round);
  Vector model = order.model.get();
  const double ndcg =
      plan.learner->learn(model, plan.interactions, streams, session);
  return {order.round, id, plan.interactions, ndcg / plan.interactions,
          Parameters(std::move(model))};
}

caf::behavior client(caf::event_based_actor*,
                     std::shared_ptr<const FederationPlan> plan,
                     std::uint32_t id) {
  return {[plan = std::move(plan), id](const Train& order) -> caf::message {
    try {
      return caf::make_message(train_client(*plan, id, order));
    } catch (const std::exception& error) {
      return caf::make_message(ClientFailed{id, error.what()});
    }
  }};
}

}  // namespace fedltr
