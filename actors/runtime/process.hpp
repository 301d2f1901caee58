#pragma once

#include <cstddef>

#include <caf/io/middleman.hpp>

#include "actors/protocol/run_messages.hpp"
#include "actors/runtime/interrupt.hpp"
#include "actors/runtime/scheduler.hpp"

namespace fedltr {

/// Runs one process of a network in an actor system of its own.
/// @param body  called with the actor that represents the process, which
///              receives StopRun on an interrupt; its handle
template <class Body>
void run_process(std::size_t threads, Interrupt& interrupt, const Body& body) {
  SystemConfig config(threads);
  config.load<caf::io::middleman>();
  caf::actor_system system(config);
  caf::scoped_actor self{system};
  const auto me = caf::actor_cast<caf::actor>(self.ptr());
  interrupt.on_trigger([me] { caf::anon_send(me, StopRun{}); });
  if (interrupt.triggered()) caf::anon_send(me, StopRun{});
  body(self, me);
  interrupt.on_trigger(nullptr);
}

}  // namespace fedltr
