#include "actors/consortium/endpoints.hpp"

#include <exception>

#include <spdlog/spdlog.h>

#include "actors/consortium/party_host.hpp"
#include "actors/consortium/relay_host.hpp"
#include "actors/link/dialer.hpp"
#include "actors/runtime/process.hpp"

namespace fedltr::consortium {

End run_relay(const RelayConfig& config, std::size_t threads,
              Interrupt& interrupt) {
  End end;
  run_process(threads, interrupt, [&](auto& self, const caf::actor& me) {
    const caf::actor host = self->spawn(relay_host, config, me);
    self->receive([&](const End& ended) { end = ended; }, [&](StopRun) {});
    self->send_exit(host, caf::exit_reason::user_shutdown);
  });
  return end;
}

End run_party(const PartyConfig& config, std::size_t threads,
              Interrupt& interrupt) {
  End end;
  std::exception_ptr unserved;
  run_process(threads, interrupt, [&](auto& self, const caf::actor& me) {
    bool over = false;
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
    self->send_exit(host, caf::exit_reason::user_shutdown);
    served.reset();
  });
  if (unserved) std::rethrow_exception(unserved);
  return end;
}

}  // namespace fedltr::consortium
