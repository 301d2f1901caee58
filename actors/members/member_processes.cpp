#include "actors/members/member_processes.hpp"

#include <caf/io/middleman.hpp>

#include "actors/link/dialer.hpp"
#include "actors/members/lead_host.hpp"
#include "actors/members/member_host.hpp"
#include "actors/protocol/run_messages.hpp"
#include "actors/runtime/scheduler.hpp"

namespace fedltr::members {

std::size_t max_bytes(std::size_t members, Index parameters) {
  // Shares take 370 bytes for each other member, words and model 8 each.
  return kMaxGreeting + 512 * members +
         16 * static_cast<std::size_t>(parameters);
}

End run_lead(const LeadConfig& config, std::size_t threads,
             Interrupt& interrupt) {
  SystemConfig system_config(threads);
  system_config.load<caf::io::middleman>();
  caf::actor_system system(system_config);
  caf::scoped_actor self{system};
  const auto me = caf::actor_cast<caf::actor>(self.ptr());
  End end;
  const caf::actor host = self->spawn(lead_host, config, me);
  interrupt.on_trigger([me] { caf::anon_send(me, StopRun{}); });
  if (interrupt.triggered()) caf::anon_send(me, StopRun{});
  self->receive([&](const HostEnded& ended) { end = ended.end; },
                [&](StopRun) {});
  interrupt.on_trigger(nullptr);
  self->send_exit(host, caf::exit_reason::user_shutdown);
  return end;
}

End run_member(const MemberConfig& config, std::size_t threads,
               Interrupt& interrupt) {
  SystemConfig system_config(threads);
  system_config.load<caf::io::middleman>();
  caf::actor_system system(system_config);
  caf::scoped_actor self{system};
  const auto me = caf::actor_cast<caf::actor>(self.ptr());
  End end;
  bool over = false;
  const caf::actor host = self->spawn(member_host, config, me);
  Dialer dialer(config.wait, "server", config.dial, self,
                [&](int socket) { self->send(host, Dialed{socket}); });
  const auto give_up_if = [&](const std::string& why) {
    if (why.empty()) return;
    end = {End::Kind::kLeftOut, why};
    over = true;
  };
  interrupt.on_trigger([me] { caf::anon_send(me, StopRun{}); });
  if (interrupt.triggered()) caf::anon_send(me, StopRun{});
  give_up_if(dialer.dial());
  while (!over)
    self->receive(
        [&](const PartEnded& ended) {
          end = ended.end;
          over = true;
        },
        [&](const Lost& lost) {
          if (lost.was_welcome) dialer.renew();
          give_up_if(dialer.again(lost.why));
        },
        [&](TryAgain) { give_up_if(dialer.dial()); },
        [&](StopRun) { over = true; });
  interrupt.on_trigger(nullptr);
  self->send_exit(host, caf::exit_reason::user_shutdown);
  return end;
}

}  // namespace fedltr::members
