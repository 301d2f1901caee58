#include "actors/consortium/endpoints.hpp"

#include <exception>

#include <caf/io/middleman.hpp>
#include <spdlog/spdlog.h>

#include "actors/consortium/party_host.hpp"
#include "actors/consortium/relay_host.hpp"
#include "actors/link/redial.hpp"
#include "actors/runtime/scheduler.hpp"

namespace fedltr::consortium {
namespace {

/// main -> itself.
struct TryAgain {};

}  // namespace
}  // namespace fedltr::consortium

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::consortium::TryAgain)

namespace fedltr::consortium {
namespace {

/// Connects for a party, again and again until it has waited too long.
class Dialer {
 public:
  Dialer(const PartyConfig& config, caf::scoped_actor& self, caf::actor host)
      : config_(config),
        self_(self),
        host_(std::move(host)),
        redial_(config.wait) {
    renew();
  }

  /// Restarts the wait: the relay has answered.
  void renew() {
    since_ = self_->clock().now();
    redial_.renew();
  }

  /// @return  reason why it gives up; empty if it continues
  std::string dial() {
    try {
      self_->send(host_, Dialed{config_.dial()});
      return "";
    } catch (const std::exception& error) {
      return again(error.what());
    }
  }

  /// Tries once more, a little later.
  std::string again(const std::string& why) {
    if (why != told_)
      spdlog::warn("{}; retrying for up to {} s", why, config_.wait);
    told_ = why;
    const auto away = std::chrono::duration_cast<std::chrono::milliseconds>(
        self_->clock().now() - since_);
    const auto pause = redial_.next(static_cast<std::uint64_t>(away.count()));
    if (!pause)
      return why + ": no relay for " + std::to_string(config_.wait) + " s";
    self_->delayed_send(self_, std::chrono::milliseconds(*pause), TryAgain{});
    return "";
  }

 private:
  const PartyConfig& config_;
  caf::scoped_actor& self_;
  caf::actor host_;
  Redial redial_;
  std::string told_;
  caf::actor_clock::time_point since_;
};

}  // namespace

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
  Dialer dialer(config, self, host);
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
