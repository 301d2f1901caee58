#include "actors/client.hpp"

namespace fedltr {
namespace {

/// The model with the client's own part behind it.
const Vector& complete(const FederationPlan& plan, const Parameters& model,
                       const Vector& personal) {
  thread_local Vector whole;
  whole.resize(plan.initial.size());
  whole << model.view(), personal;
  return whole;
}

Update idle_update(const FederationPlan& plan, std::uint32_t id,
                   const Train& order) {
  const Index size = plan.learner->message_size(order.model.size());
  return {order.round, id, 0, 0.0, 0.0, Parameters(Vector::Zero(size))};
}

}  // namespace

ClientEvaluated evaluate_own(const FederationPlan& plan, std::uint32_t id,
                             const EvaluateOwn& order,
                             const PersonalPart& personal) {
  const auto& evaluations = plan.personal_evaluations;
  const std::vector<double> means = evaluations[id % evaluations.size()]->means(
      complete(plan, order.model, personal.after(order.round)));
  return {order.round, id,
          Parameters(Eigen::Map<const Vector>(
              means.data(), static_cast<Index>(means.size())))};
}

Update train_client(const FederationPlan& plan, std::uint32_t id,
                    const Train& order, PersonalPart& personal) {
  const Member& member = plan.population[id];
  if (member.interactions == 0) return idle_update(plan, id, order);
  // A handler is never preempted, so one session serves all of a thread's
  // clients; it carries nothing from one to the next.
  thread_local Session session;
  session.enter(plan.attack.poisons(id, order.round)
                    ? *plan.attack.poisoned[id]
                    : member.world(plan.seed, id, order.round),
                std::uint64_t{order.round - 1} * member.interactions);
  Streams streams(plan.seed, id, order.round);
  auto [message, numbers] =
      Parameters::make(plan.learner->message_size(order.model.size()));
  OnlineTotals totals;
  if (plan.personal == 0) {
    totals = plan.learner->learn(order.model.view(), member.interactions,
                                 streams, session, numbers);
  } else {
    Vector learned(plan.initial.size());
    totals = plan.learner->learn(
        complete(plan, order.model, personal.begin(order.round)),
        member.interactions, streams, session, learned);
    numbers = learned.head(plan.shared_parameters());
    personal.train(order.round, learned.tail(plan.personal));
  }
  if (plan.privacy.release)
    plan.privacy.release(numbers, order.model.view(), streams.privacy);
  const double searches = member.interactions;
  return {order.round,
          id,
          member.interactions,
          totals.ndcg / searches,
          totals.max_rr / searches,
          std::move(message)};
}

caf::behavior client(caf::event_based_actor* self,
                     const std::shared_ptr<const FederationPlan>& plan,
                     std::uint32_t id) {
  const auto train = [self, plan, id](const Train& order,
                                      PersonalPart& personal) {
    const auto cohort = caf::actor_cast<caf::actor>(self->current_sender());
    // Sent rather than returned: one allocation instead of two.
    try {
      self->send(cohort, train_client(*plan, id, order, personal));
    } catch (const std::exception& error) {
      self->send(cohort, ClientFailed{id, error.what()});
    }
  };
  if (plan->personal == 0)
    return {[train](const Train& order) {
      PersonalPart none{Vector()};
      train(order, none);
    }};
  const auto own =
      std::make_shared<PersonalPart>(plan->initial.tail(plan->personal));
  return {[train, own](const Train& order) { train(order, *own); },
          [plan, id, own](const EvaluateOwn& order) {
            return evaluate_own(*plan, id, order, *own);
          },
          [id, own](const TallyRequest& request) {
            return Personal{id, Parameters(own->after(request.round))};
          }};
}

}  // namespace fedltr
