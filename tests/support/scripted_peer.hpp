#pragma once

#include <functional>

#include <caf/io/middleman.hpp>

#include "actors/link/gateway.hpp"
#include "actors/nodes/node_wire.hpp"
#include "actors/runtime/scheduler.hpp"

namespace fedltr::test {

/// A node or a server whose answers a test determines, once it is greeted.
struct ScriptedPeer {
  /// Answer to a message: another one, empty for none, or kHangUp.
  using Reply = std::function<std::string(const std::string& frame)>;
  static constexpr const char* kHangUp = "hang up";

  std::string greeting;  ///< its first message; empty: it waits for one
  Reply reply;

  /// Talks until it is disconnected or hangs up.
  void talk_to(int socket) const { talk(socket, -1); }
  void talk_at(int listener) const { talk(-1, listener); }

 private:
  static caf::behavior act(caf::event_based_actor* self, int socket,
                           const GatewayConfig& config,
                           const ScriptedPeer& peer, const caf::actor& main) {
    const caf::actor gate = self->system().middleman().spawn_broker(
        gateway, config, caf::actor_cast<caf::actor>(self));
    if (socket >= 0) self->send(gate, Adopt{socket});
    const auto send = [self, gate](LinkId link, const std::string& frame) {
      self->send(gate,
                 SendFrame{link, std::make_shared<const std::string>(frame)});
    };
    const auto leave = [=] {
      self->send(main, StopRun{});
      self->quit();
    };
    return {[=](const LinkUp& up) {
              if (!peer.greeting.empty()) send(up.link, peer.greeting);
            },
            [=](const LinkFrame& frame) {
              const std::string answer = peer.reply(*frame.bytes);
              if (answer == kHangUp) return leave();
              if (!answer.empty()) send(frame.link, answer);
            },
            [=](const LinkDown&) { leave(); }};
  }

  void talk(int socket, int listener) const {
    SystemConfig system_config(1);
    system_config.load<caf::io::middleman>();
    caf::actor_system system(system_config);
    caf::scoped_actor self{system};
    GatewayConfig config;
    config.terms.protocols = wire::kProtocols;
    config.terms.name = "scripted";
    config.terms.token = "secret";
    if (listener >= 0)
      config.terms.knows_token = [](const auto&, const auto&) { return true; };
    config.max_bytes = 1U << 30;
    config.listener = listener;
    config.tick = 10;
    config.silence = 1000;
    config.patience = 1000;
    system.spawn(act, socket, config, *this,
                 caf::actor_cast<caf::actor>(self.ptr()));
    self->receive([](StopRun) {});
  }
};

/// A node that the server admits, and that answers orders with `answer`.
inline ScriptedPeer node_that_answers(
    const std::function<std::string(const wire::Order&)>& answer) {
  return {"", [answer](const std::string& frame) -> std::string {
            const auto message = wire::decode<wire::ServerMessage>(frame);
            if (std::holds_alternative<wire::Welcome>(message))
              return wire::encode(wire::Ready{1, "digest", {"data"}});
            if (const auto* order = std::get_if<wire::Order>(&message))
              return answer(*order);
            return "";
          }};
}

}  // namespace fedltr::test
