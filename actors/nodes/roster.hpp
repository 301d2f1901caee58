#pragma once

#include <map>
#include <optional>
#include <set>

#include "actors/link/gateway.hpp"
#include "actors/nodes/admission.hpp"
#include "actors/nodes/dispatcher.hpp"
#include "actors/nodes/roster_config.hpp"

namespace fedltr {

// remote cohort -> roster
/// Submits a task. Answered by Answered at any later time.
struct Submit {
  CohortKey cohort;
  std::shared_ptr<const CohortTask> task;
  std::shared_ptr<const std::string> state;  ///< before the task
};
/// Reports an invalid answer of a node.
struct InvalidAnswer {
  LinkId link = 0;
  std::string why;
};
/// Reports the end of the cohort's run.
struct CohortOver {
  CohortKey cohort;
};
// roster -> remote cohort
struct Answered {
  LinkId link = 0;
  std::string node;  ///< its name
  std::shared_ptr<wire::Answer> answer;
};
// roster -> conductor
/// Reports that no node came back in time. `at_once`: the time for a checkpoint
/// is also over.
struct NodesGone {
  std::string why;
  bool at_once = false;
};
// conductor -> roster
/// Ends the roster; if `complete`, all runs have ended and the nodes receive
/// Farewell.
struct Disband {
  bool complete = false;
};

struct RosterTick;

/// Manages the nodes: admits them, passes orders and answers, and waits for a
/// limited time if there is none. A greeted node goes through Phase from top to
/// bottom:
///
///   kPreparing --Ready--> kJoined --Answer--> kJoined
///
/// and ends in any phase by a refusal (the node does not fit), an eviction (it
/// sent an invalid message, and is refused from then on), or a loss; also if
/// its token was withdrawn.
class RosterState {
 public:
  static constexpr const char* name = "roster";

  explicit RosterState(caf::stateful_actor<RosterState>* owner)
      : self_(owner) {}

  void begin(const RosterConfig& wanted, std::size_t max_bytes,
             const caf::actor& conductor);
  /// The gateway ended.
  void lose_gateway();

  void receive(const LinkUp& up);
  void receive(const LinkFrame& frame);
  void receive(const LinkDown& down);
  void receive(const Submit& order);
  void receive(const InvalidAnswer& found);
  void receive(const CohortOver& over);
  void receive(const StopRun& order);
  void receive(const Disband& order);
  void receive(const RosterTick& tick);

 private:
  enum class Phase : std::uint8_t { kPreparing, kJoined };
  struct Node {
    std::string name;
    std::string address;
    std::string version;  ///< of its fedltr
    Phase phase = Phase::kPreparing;
    std::uint32_t waited = 0;  ///< ticks it has been preparing
  };

  void admit(LinkId link, Node& node, const wire::Ready& ready);
  void accept(LinkId link, const Node& node, wire::Answer&& answer);
  void refuse(const Refuse& order);
  void evict(LinkId link, const std::string& why);
  void lose(LinkId link, const std::string& why);
  void drop(LinkId link, const std::string& why);
  void drop_overdue();
  void relieve_mute();
  void await_nodes();
  void send(LinkId link, const wire::ServerMessage& message) const;
  void tick_later();

  caf::stateful_actor<RosterState>* self_;
  RosterConfig config_;
  caf::actor conductor_;
  caf::actor gate_;
  std::optional<Admission> admission_;
  std::optional<Dispatcher> dispatcher_;
  std::map<LinkId, Node> nodes_;
  std::map<CohortKey, caf::actor> cohorts_;
  LogLimit log_;                ///< for nodes that do not join
  std::set<std::string> seen_;  ///< nodes that joined before there were enough
  bool stopping_ = false;       ///< the user has stopped the runs
  /// Ticks without a node since the last answer; a node that joins resets it
  /// only if it is new and there are not enough yet.
  std::uint32_t alone_ = 0;
};

/// @param max_bytes  maximum length of a node's frame
/// @param conductor  receives CheckpointNow and NodesGone
caf::behavior roster(caf::stateful_actor<RosterState>* self,
                     const RosterConfig& config, std::size_t max_bytes,
                     const caf::actor& conductor);

}  // namespace fedltr

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::Submit)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::InvalidAnswer)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::CohortOver)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::Answered)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::NodesGone)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::Disband)
