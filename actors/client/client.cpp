#include "actors/client/client.hpp"

#include <utility>

namespace fedltr {
namespace {

/// Makes a handler that answers a message. It sends the answer instead of
/// returning it: one allocation instead of two.
template <class Message, class Answer>
auto answering(LeanActor* self, std::uint32_t id, Answer answer) {
  return [self, id, answer](const Message& message) {
    guarded(self, id, [&](const caf::actor& cohort) {
      self->send(cohort, answer(message));
    });
  };
}

}  // namespace

void send_update(LeanActor* self, const caf::actor& cohort,
                 const LocalClient& local, const Train& order, Update update) {
  std::visit([&](auto sent) { self->send(cohort, std::move(sent)); },
             local.outgoing(order, std::move(update)));
}

LeanBehavior memory_handlers(LeanActor* self, const LocalClient& local) {
  const std::uint32_t id = local.id();
  LeanBehavior handlers;
  if (local.is_secure())
    handlers = {[self, id, local](const SecAggMessage& message) {
      guarded(self, id, [&](const caf::actor& cohort) {
        if (auto answer = local.answer(message))
          self->send(cohort, std::move(*answer));
      });
    }};
  if (!local.keeps()) return handlers;
  return handlers.or_else(
      {answering<EvaluateOwn>(
           self, id,
           [local](const EvaluateOwn& order) { return local.evaluate(order); }),
       answering<StatsRequest>(self, id,
                               [local](const StatsRequest& request) {
                                 return local.personal(request);
                               }),
       answering<Crash>(
           self, id,
           [local, id](const Crash& crash) {
             return PersistedState{id, local.snapshot(crash.round - 1)};
           }),
       answering<SnapshotRequest>(self, id,
                                  [local, id](const SnapshotRequest& request) {
                                    return ClientSnapshot{
                                        request.round, id,
                                        local.snapshot(request.round)};
                                  }),
       answering<Leave>(self, id,
                        [self, local](const Leave&) {
                          self->quit();
                          return local.remove();
                        }),
       [self, id, local](const Restore& from) {
         guarded(self, id,
                 [&](const caf::actor&) { local.restore(from.bytes); });
       },
       [self](const Terminate&) { self->quit(); }});
}

LeanBehavior client(LeanActor* self,
                    const std::shared_ptr<const FederationPlan>& plan,
                    std::uint32_t id,
                    const std::shared_ptr<const Member>& member,
                    const std::shared_ptr<HistoryStore>& store) {
  const LocalClient local(plan, id, member, store);
  const auto train = [self, local](const Train& order) {
    guarded(self, local.id(), [&](const caf::actor& cohort) {
      send_update(self, cohort, local, order, local.train(order));
    });
  };
  if (!local.keeps() && !local.is_secure()) return {train};
  return LeanBehavior{train}.or_else(memory_handlers(self, local));
}

}  // namespace fedltr
