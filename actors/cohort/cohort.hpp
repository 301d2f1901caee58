#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <boost/container/flat_map.hpp>

#include "actors/cohort/cohort_round.hpp"
#include "actors/cohort/own_evaluations.hpp"
#include "actors/cohort/removals.hpp"
#include "actors/cohort/secure_stage.hpp"
#include "actors/cohort/snapshot_collector.hpp"
#include "actors/protocol/lean_actor.hpp"
#include "actors/protocol/messages.hpp"

namespace fedltr {

/// Spawns a cohort of a run elsewhere: the actor that represents it, linked to
/// its server.
/// @param interactions  of each of its clients in a round of training
using SpawnCohort = std::function<caf::actor(
    caf::local_actor* server, std::shared_ptr<const FederationPlan> plan,
    std::vector<std::uint32_t> interactions, std::uint32_t index)>;

/// Runs a block of clients. Classes without actors hold the state of a round, a
/// stage, a checkpoint or a removal; this one owns the clients' actors and
/// passes messages between them and the server. A client has an actor once it
/// is asked for anything, so that others take neither memory nor time.
class CohortState {
 public:
  static constexpr const char* name = "cohort";

  explicit CohortState(caf::stateful_actor<CohortState, LeanActor>* owner)
      : self_(owner) {}

  void begin(std::shared_ptr<const FederationPlan> plan, Population members,
             std::shared_ptr<HistoryStore> store, std::uint32_t index,
             const caf::actor& adversary);
  /// Handles a message.
  template <class Message>
  void handle(const Message& message) {
    receive(message);
  }

  /// Actors of the clients that were asked for anything and have not left.
  using Actors = boost::container::flat_map<std::uint32_t, caf::actor>;
  const Actors& clients() const { return clients_; }

 private:
  void receive(const TrainCohort& order);
  void receive(const Update& update);
  void receive(const MaskedUpdate& update);
  void receive(const SecAggMessages& order);
  void receive(const SecAggMessage& answer);
  void receive(const UpdatePending& pending);
  void receive(const PersistedState& state);
  void receive(const ClientFailed& failure);
  void receive(const LeaveCohort& order);
  void receive(const ClientRemoved& removed);
  void receive(const EvaluateOwn& order);
  void receive(const ClientEvaluated& evaluated);
  void receive(const StatsRequest& request);
  void receive(const Personal& part);
  void receive(const SnapshotRequest& request);
  void receive(const ClientSnapshot& part);
  void receive(const Restore& from);
  void receive(const caf::down_msg& down);
  void receive(const caf::exit_msg& message);
  void receive(const caf::error& error);

  void stop(const caf::error& reason);
  void remember_server();
  std::size_t window() const;
  void order_next_client();
  void order_training(std::uint32_t client);
  void go_on();
  void crash(std::uint32_t client);
  caf::actor& actor_of(std::uint32_t client);
  void forget(std::uint32_t client);
  void send_next_secure_message();
  void answer_stage();
  void confirm_removal();
  void report_stats();
  std::vector<double> local_metrics() const;
  void send_snapshot();
  bool has(std::uint32_t client) const {
    return client >= first_ && client - first_ < size_;
  }

  caf::stateful_actor<CohortState, LeanActor>* self_;
  std::shared_ptr<const FederationPlan> plan_;
  std::uint32_t index_ = 0;
  std::uint32_t first_ = 0;  ///< number of the first client
  std::uint32_t size_ = 0;   ///< number of clients
  std::shared_ptr<HistoryStore> store_;
  caf::actor adversary_;  ///< null unless attackers poison models
  caf::actor server_;     ///< sender of the last order
  /// Actors by client; of those that were asked for anything.
  Actors clients_;
  std::set<std::uint32_t> left_;  ///< clients that were removed
  /// FedPer: clients that may have other parameters than those of the start.
  std::set<std::uint32_t> trained_;
  Population members_;  ///< numbered from first_

  std::optional<CohortRound> round_;
  caf::message train_order_;      ///< one for all clients of a round
  bool adversary_waits_ = false;  ///< for the open round's honest updates
  SecureStageRelay secure_;
  std::optional<OwnEvaluations> evaluations_;
  SnapshotCollector snapshot_;
  Removals removals_;
  std::map<caf::actor_addr, std::uint32_t> leaving_;  ///< client's number
  std::set<caf::actor_addr>
      crashed_;       ///< actors of crashed clients that still end
  std::string lost_;  ///< reason of a client's unexpected end
  Parameters final_model_;
  std::vector<Parameters> personal_;  ///< by place
  std::size_t missing_personal_ = 0;
};

/// @param members    its clients, numbered from its first
/// @param store      stores histories; null if there are none
/// @param adversary  of model-poisoning attackers; null without them
LeanBehavior cohort(caf::stateful_actor<CohortState, LeanActor>* self,
                    std::shared_ptr<const FederationPlan> plan,
                    Population members, std::shared_ptr<HistoryStore> store,
                    std::uint32_t index, const caf::actor& adversary);

}  // namespace fedltr
