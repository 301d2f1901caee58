// A client's computation in a round.
#include "actors/client/local_client.hpp"
#include "algorithms/core/require.hpp"
#include "algorithms/unlearning/federaser.hpp"
#include "algorithms/unlearning/projected_ascent.hpp"

namespace fedltr {
namespace {

/// The message of a client that learns nothing in this round.
Update idle_update(std::uint32_t id, const Train& order,
                   const VectorView& message) {
  return {{id, order.round}, Parameters(message)};
}

/// Learns from searches and writes the result to `message`.
OnlineTotals learn(const FederationPlan& plan, const Train& order,
                   Index searches, Streams& streams, Session& session,
                   ClientMemory* memory, Eigen::Ref<Vector> message) {
  if (order.spec.task == Task::kAscent)
    return ascend_within_ball(*plan.unlearning.ascent_learner,
                              order.model.view(), plan.initial, searches,
                              streams, session, message);
  if (plan.personal == 0)
    return plan.learner->learn(order.model.view(), searches, streams, session,
                               message);
  // The model followed by the client's own part.
  thread_local Vector whole;
  whole.resize(plan.initial.size());
  whole << order.model.view(), memory->personal.begin(order.round);
  Vector learned(plan.initial.size());
  const OnlineTotals totals =
      plan.learner->learn(whole, searches, streams, session, learned);
  message = learned.head(plan.shared_parameters());
  // If learning diverges, the update is invalid and the own part unchanged.
  if (learned.array().isFinite().all())
    memory->personal.train(order.round, learned.tail(plan.personal));
  return totals;
}

/// Gives an update the length of the stored one, Eq. 6.2.
void calibrate_to_stored(const Train& order, ClientMemory& memory,
                         Eigen::Ref<Vector> message) {
  message -= order.model.view();
  calibrate(message, memory.recall(order.spec.stored, order.round));
  message += order.model.view();
}

}  // namespace

Update train_client(const FederationPlan& plan, std::uint32_t id,
                    const Member& member, const Train& order,
                    ClientMemory* memory) {
  const RoundSpec& spec = order.spec;
  const Index size = plan.learner->message_size(order.model.size());
  const std::uint32_t searches = searches_of(spec, member.interactions);
  require(memory != nullptr || spec.task != Task::kRecall,
          "only a client with a memory recalls");
  if (spec.task == Task::kRecall)
    return idle_update(
        id, order,
        order.model.view() + memory->recall(spec.stored, order.round));
  if (searches == 0) return idle_update(id, order, Vector::Zero(size));
  // A handler is never preempted, so one session serves all of a thread's
  // clients; it carries nothing from one client to the next.
  thread_local Session session;
  const bool marks = memory && !memory->clicked.empty() && spec.trains();
  session.mark_clicks(marks ? &memory->clicked : nullptr);
  const bool poisons_data =
      memory && plan.attack.poisons(id, spec.training_round);
  session.enter(poisons_data ? *memory->poisoned
                             : member.world(plan.seed, id, spec.rng_round),
                member.rounds_before(id, spec.number()) * searches);
  // Searches may repeat those of an earlier round; noise is drawn by the number
  // of the round, which is unique in the run.
  Streams streams(plan.seed, id, spec.rng_round,
                  {plan.noise_seed(), Purpose::kPrivacy, id, order.round});
  auto [message, numbers] = Parameters::make(size);
  const OnlineTotals totals =
      learn(plan, order, searches, streams, session, memory, numbers);
  if (plan.privacy.release)
    plan.privacy.release(numbers, order.model.view(), streams.privacy);
  if (spec.task == Task::kCalibrate)
    calibrate_to_stored(order, *memory, numbers);
  return {{id, order.round, searches, totals.ndcg / searches,
           totals.max_rr / searches},
          std::move(message)};
}

}  // namespace fedltr
