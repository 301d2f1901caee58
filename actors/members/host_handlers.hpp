#pragma once

#include "actors/caf.hpp"
#include "actors/runtime/thrown_text.hpp"

namespace fedltr::members {

/// Makes a host end as failed when its gateway ends or a handler throws. Its
/// lead or member, to which it is linked, reports its own end.
/// @tparam Self  a stateful actor whose state has fail(why)
template <class Self>
void handle_failures(Self* self) {
  self->set_default_handler(caf::drop);
  self->set_error_handler([](caf::error&) {});
  self->set_down_handler([self](caf::down_msg& down) {
    self->state.fail("the gateway has ended: " +
                     self->system().render(down.reason));
  });
  self->set_exception_handler([self](std::exception_ptr& thrown) -> caf::error {
    self->state.fail(thrown_text(thrown));
    return caf::sec::runtime_error;
  });
  self->set_exit_handler([self](caf::exit_msg& message) {
    if (message.reason == caf::exit_reason::user_shutdown)
      self->quit(message.reason);
  });
}

}  // namespace fedltr::members
