#pragma once

#include <concepts>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "actors/link/gateway.hpp"
#include "actors/nodes/dispatcher.hpp"
#include "actors/nodes/session.hpp"

namespace fedltr {

/// A node's side of a connection: runs cohorts that execute the server's
/// orders.
class HostState {
 public:
  static constexpr const char* name = "host";

  explicit HostState(caf::stateful_actor<HostState>* owner) : self_(owner) {}

  /// @param socket  connected
  /// @param main    receives a SessionEnd
  void begin(const HostConfig& wanted, int socket, const caf::actor& main);

  void receive(const LinkUp& up);
  void receive(const LinkFrame& frame);
  void receive(const LinkDown& down);
  template <class Outcome>
  requires std::constructible_from<CohortOutcome, const Outcome&>
  void receive(const Outcome& outcome) { take(outcome); }
  void receive(const CohortSnapshot& snapshot);
  void receive(const caf::down_msg& down);
  void receive(const caf::exit_msg& message);

 private:
  struct Cohort {
    caf::actor actor;
    std::uint32_t round = 0;  ///< last round trained here
    std::uint64_t number = 0;
    bool busy = false;      ///< executing order `number`
    CohortOutcome outcome;  ///< of the order, until the state arrives
  };

  // Messages of the server.
  void follow(const wire::Welcome& welcome);
  void follow(const wire::Accepted&);
  void follow(const wire::Order& order);
  void follow(const wire::Close& order);
  void follow(const wire::Farewell&);

  void execute(const wire::Order& order);
  Cohort& open(const wire::Order& order);
  void close(const CohortKey& key);
  const MaterializedPlan& begun(std::uint32_t run);
  std::pair<const CohortKey, Cohort>* asked();
  void take(CohortOutcome outcome);
  void answer(const CohortKey& key, Cohort& cohort, std::string state);
  void send(const wire::NodeMessage& message);
  void end(SessionEnd::Kind kind, const std::string& why,
           std::exception_ptr error = nullptr);

  caf::stateful_actor<HostState>* self_;
  HostConfig config_;
  caf::actor main_;
  caf::actor gate_;
  LinkId link_ = 0;
  bool welcome_ = false;
  bool over_ = false;
  std::shared_ptr<const PreparedScenario> runs_;
  std::map<std::uint32_t, MaterializedPlan> begun_runs_;
  std::map<CohortKey, Cohort> cohorts_;
  std::map<caf::actor_addr, CohortKey> keys_;
};

caf::behavior host(caf::stateful_actor<HostState>* self,
                   const HostConfig& config, int socket,
                   const caf::actor& main);

}  // namespace fedltr

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::SessionEnd)
