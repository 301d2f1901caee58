#pragma once

#include <atomic>
#include <deque>
#include <thread>

#include <caf/io/middleman.hpp>

#include "actors/nodes/host.hpp"
#include "actors/nodes/roster.hpp"
#include "actors/runtime/scheduler.hpp"
#include "algorithms/core/archive.hpp"
#include "tests/support/loopback.hpp"
#include "tests/support/small_federation.hpp"
#include "tests/support/watchdog.hpp"

namespace fedltr::test {

/// Ticks of a hundredth of a second.
inline RosterConfig quick_config(int listener, std::uint32_t min_nodes = 1) {
  RosterConfig terms;
  terms.scenario = "a scenario";
  terms.digest = "digest";
  terms.data = {"data"};
  terms.gateway.terms.protocols = wire::kProtocols;
  terms.gateway.terms.version = "test";
  terms.gateway.terms.knows_token = [](const std::string&,
                                       const std::string& token) {
    return token == "secret";
  };
  terms.min_nodes = min_nodes;
  terms.tick = 10;
  terms.wait = 2000;
  terms.mute = 2000;
  terms.gateway.listener = listener;
  terms.gateway.tick = 10;
  terms.gateway.silence = 1000;
  terms.gateway.patience = 1000;
  return terms;
}

inline HostConfig quick_host(const FederationPlan& plan,
                             const std::string& name) {
  HostConfig terms;
  terms.gateway.terms.protocols = wire::kProtocols;
  terms.gateway.terms.version = "test";
  terms.gateway.terms.name = name;
  terms.gateway.terms.token = "secret";
  terms.gateway.tick = 10;
  terms.gateway.silence = 1000;
  terms.prepare = [plan](const std::string&) {
    return std::make_shared<const PreparedScenario>(
        PreparedScenario{"digest", {"data"}, {plan}});
  };
  return terms;
}

/// A node in a thread: reconnects until the server is done or the node is
/// stopped. fall() cuts the connection, as a crash would.
class Node {
 public:
  Node(HostConfig terms, std::uint16_t port)
      : terms_(std::move(terms)), port_(port), thread_([this] { run(); }) {}
  ~Node() {
    ending_ = true;
    fall();
    thread_.join();
  }
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  void fall() {
    const std::lock_guard guard(lock_);
    if (interrupt_) interrupt_->trigger();
  }
  /// End of each session.
  std::vector<SessionEnd> ends() const {
    const std::lock_guard guard(lock_);
    return ends_;
  }

 private:
  void run() {
    while (!ending_) {
      const int socket = connect_to_loopback(port_);
      if (socket < 0) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        continue;
      }
      Interrupt interrupt;
      {
        const std::lock_guard guard(lock_);
        interrupt_ = &interrupt;
      }
      const SessionEnd end = serve_session(terms_, socket, 1, interrupt);
      const std::lock_guard guard(lock_);
      interrupt_ = nullptr;
      ends_.push_back(end);
      if (end.kind == SessionEnd::Kind::kDone ||
          end.kind == SessionEnd::Kind::kRefused)
        return;
    }
  }

  HostConfig terms_;
  std::uint16_t port_;
  mutable std::mutex lock_;
  Interrupt* interrupt_ = nullptr;
  std::vector<SessionEnd> ends_;
  std::atomic<bool> ending_{false};
  std::thread thread_;
};

/// Reports rounds and keeps checkpoints.
struct Listener : Memory {
  std::function<void(std::uint32_t round)> after_round;
  std::map<std::uint32_t, std::string> checkpoints;  ///< by round
  Interrupt interrupt;

  void on_round(std::uint32_t run, const RoundRecord& record) override {
    Memory::on_round(run, record);
    if (after_round) after_round(record.round);
  }
  void on_checkpoint(std::uint32_t, std::uint32_t round,
                     const std::string& bytes) override {
    checkpoints[round] = bytes;
  }
};

/// All of a run's result except for times.
inline std::string bytes_of(RunResult result) {
  result.training_seconds = 0;
  for (UnlearningRecord& each : result.unlearned) each.seconds = 0;
  return archived(result);
}

/// Runs a federation over the nodes that connect.
inline FederationOutcome serve(const FederationPlan& plan,
                               const RosterConfig& terms, Listener& listener) {
  return run_federations({&plan, 1}, 1, listener, listener.interrupt, &terms);
}

inline std::vector<std::unique_ptr<Node>> start_nodes(
    const FederationPlan& plan, std::size_t count, std::uint16_t port) {
  std::vector<std::unique_ptr<Node>> nodes;
  for (std::size_t i = 0; i < count; ++i)
    nodes.push_back(std::make_unique<Node>(
        quick_host(plan, "node-" + std::to_string(i)), port));
  return nodes;
}

}  // namespace fedltr::test
