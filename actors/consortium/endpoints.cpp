#include "actors/consortium/endpoints.hpp"

#include <exception>

#include <caf/io/middleman.hpp>
#include <spdlog/spdlog.h>

#include "actors/consortium/party_host.hpp"
#include "actors/consortium/relay_host.hpp"
#include "actors/link/dialer.hpp"
#include "actors/runtime/scheduler.hpp"

namespace fedltr::consortium {

std::string text_of(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "unknown error";
  }
}

End run_relay(const RelayConfig& config, std::size_t threads,
              Interrupt& interrupt) {
  SystemConfig system_config(threads);
  system_config.load<caf::io::middleman>();
  caf::actor_system system(system_config);
  caf::scoped_actor self{system};
  const auto me = caf::actor_cast<caf::actor>(self.ptr());
  End end;
  const caf::actor host = self->spawn(relay_host, config, me);
  interrupt.on_trigger([me] { caf::anon_send(me, StopRun{}); });
  if (interrupt.triggered()) caf::anon_send(me, StopRun{});
  self->receive([&](const End& ended) { end = ended; }, [&](StopRun) {});
  interrupt.on_trigger(nullptr);
  self->send_exit(host, caf::exit_reason::user_shutdown);
  return end;
}

End run_party(const PartyConfig& config, std::size_t threads,
              Interrupt& interrupt) {
  SystemConfig system_config(threads);
  system_config.load<caf::io::middleman>();
  caf::actor_system system(system_config);
  caf::scoped_actor self{system};
  const auto me = caf::actor_cast<caf::actor>(self.ptr());
  End end;
  bool over = false;
  std::exception_ptr unserved;
  const caf::actor host = self->spawn(party_host, config, me);
  const AskLive ask = [host](std::vector<std::string> terms,
                             std::uint32_t seconds, OnFound found) {
    caf::anon_send(host,
                   AskForUser{std::move(terms), seconds, std::move(found)});
  };
  std::shared_ptr<void> served;
  Dialer dialer(config.wait, "relay", config.dial, self,
                [&](int socket) { self->send(host, Dialed{socket}); });
  const auto give_up_if = [&](const std::string& why) {
    if (why.empty()) return;
    end = {End::Kind::kLeftOut, why, nullptr, nullptr};
    over = true;
  };
  interrupt.on_trigger([me] { caf::anon_send(me, StopRun{}); });
  if (interrupt.triggered()) caf::anon_send(me, StopRun{});
  while (!over)
    self->receive(
        [&](const End& ended) {
          end = ended;
          over = true;
        },
        [&](Ready) {
          dialer.renew();  // replaying the journal took time
          give_up_if(dialer.dial());
        },
        [&](CanAsk) {
          try {
            if (config.serve) served = config.serve(ask);
          } catch (...) {
            unserved = std::current_exception();
            over = true;
          }
        },
        [&](const Lost& lost) {
          if (lost.was_welcome) dialer.renew();
          give_up_if(dialer.again(lost.why));
        },
        [&](TryAgain) { give_up_if(dialer.dial()); },
        [&](StopRun) { over = true; });
  interrupt.on_trigger(nullptr);
  self->send_exit(host, caf::exit_reason::user_shutdown);
  served.reset();
  if (unserved) std::rethrow_exception(unserved);
  return end;
}

}  // namespace fedltr::consortium
