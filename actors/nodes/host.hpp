#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "actors/link/gateway.hpp"
#include "actors/nodes/dispatcher.hpp"
#include "actors/nodes/session.hpp"

namespace fedltr {

/// A node's side of a connection: identifies the node, and runs cohorts that
/// execute the server's orders.
struct HostState {
  static constexpr const char* name = "host";

  explicit HostState(caf::stateful_actor<HostState>* owner) : self(owner) {}

  struct Cohort {
    caf::actor actor;
    std::uint32_t round = 0;  ///< last round trained here
    std::uint64_t number = 0;
    bool busy = false;      ///< executing order `number`
    CohortOutcome outcome;  ///< of the order, until the state arrives
  };

  void begin(const HostConfig& wanted, int socket, const caf::actor& owner);
  void greet(LinkId server);
  void on_frame(const LinkFrame& frame);
  void on_down(const caf::down_msg& down);
  void on_exit(const caf::exit_msg& message);
  void on_outcome(CohortOutcome outcome);
  void on_snapshot(const CohortSnapshot& snapshot);
  void end(SessionEnd::Kind kind, const std::string& why);

  caf::stateful_actor<HostState>* self;
  HostConfig config;
  caf::actor main;
  caf::actor gate;
  LinkId link = 0;
  bool welcome = false;
  bool over = false;
  std::shared_ptr<const PreparedRuns> runs;
  std::map<std::uint32_t, BegunRun> begun_runs;
  std::map<CohortKey, Cohort> cohorts;
  std::map<caf::actor_addr, CohortKey> keys;

 private:
  void handle(const wire::Welcome& welcome_to);
  void handle(const wire::Accepted&);
  void handle(const wire::Refused& refusal);
  void handle(const wire::Order& order);
  void handle(const wire::Close& order);
  void handle(const wire::Farewell&);
  void execute(const wire::Order& order);
  Cohort& open(const wire::Order& order);
  void close(const CohortKey& key);
  const BegunRun& begun(std::uint32_t run);
  std::pair<const CohortKey, Cohort>* asked();
  void answer(const CohortKey& key, Cohort& cohort, std::string state);
  void send(const wire::NodeMessage& message);
};

caf::behavior host(caf::stateful_actor<HostState>* self,
                   const HostConfig& config, int socket,
                   const caf::actor& main);

}  // namespace fedltr

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::SessionEnd)
