#include "actors/runtime/recorder.hpp"

namespace fedltr {

caf::behavior recorder(caf::event_based_actor* self, Observer* observer,
                       const caf::actor& conductor) {
  // An observer that fails (a full disk) fails the run, not the actor.
  const auto guarded = [self, conductor](std::uint32_t run, auto&& observe) {
    try {
      observe();
      return true;
    } catch (const std::exception& error) {
      self->send(conductor, RunEnded{run, error.what()});
      return false;
    }
  };
  return {
      [=](const RecordRound& message) {
        guarded(message.run,
                [&] { observer->on_round(message.run, message.record); });
      },
      [=](const RecordResult& message) {
        if (guarded(message.run, [&] {
              observer->on_finished(message.run, std::move(*message.result));
            }))
          self->send(conductor, RunEnded{message.run, ""});
      },
      [=](const RecordCheckpoint& message) {
        guarded(message.run, [&] {
          observer->on_checkpoint(message.run, message.round, *message.bytes);
        });
        return CheckpointKept{};
      },
      [=](CheckpointNow) { observer->on_checkpoint_due(); }};
}

}  // namespace fedltr
