#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "actors/link/gateway_config.hpp"
#include "actors/nodes/node_wire.hpp"

namespace fedltr {

/// Number of a run, and of a cohort in it.
using CohortKey = std::pair<std::uint32_t, std::uint32_t>;

/// Keeps each cohort's order and node, assigns cohorts to nodes by their cores,
/// and moves the cohorts of a lost node to the others.
class Dispatcher {
 public:
  using Send = std::function<void(LinkId node, const wire::ServerMessage&)>;

  /// @param min_nodes  number of nodes needed before any order is sent
  Dispatcher(std::uint32_t min_nodes, Send send)
      : min_nodes_(min_nodes), send_(std::move(send)) {}

  void add_node(LinkId node, std::uint32_t cores);
  /// @return  number of cohorts that leave the node
  std::size_t remove_node(LinkId node);
  std::size_t nodes() const { return nodes_.size(); }
  /// Returns true once there have been `min_nodes` nodes.
  bool started() const { return started_; }

  /// Takes an order, which replaces the cohort's last one, and sends it if
  /// there is a node.
  /// @param state  of the cohort before the order
  void submit(const CohortKey& key, std::shared_ptr<const CohortTask> task,
              std::shared_ptr<const std::string> state);
  /// Forgets a cohort whose run is over.
  void remove(const CohortKey& key);
  /// Sends all orders that have not been sent.
  void dispatch();

  /// Takes an answer.
  /// @return  false if the cohort's run is over, or the order has moved to
  ///          another node
  /// @throws ArchiveError  unless it answers an order of the node
  bool accept(LinkId node, const wire::Answer& answer);

  /// Moves the cohorts of mute nodes to others: of nodes that have not answered
  /// an order for `least` ticks and for ten times the longest answer so far. A
  /// mute node gets no order until it answers. The last node that is not mute
  /// keeps its cohorts.
  /// @return  number of cohorts that move, by node
  std::map<LinkId, std::size_t> relieve(std::uint32_t least);

  /// Returns true if a node was relieved and has not answered yet.
  bool is_mute(LinkId node) const;
  /// Returns true if an order waits for lack of nodes.
  bool starved() const;
  /// Counts a tick. Returns the nodes that have not answered for more ticks.
  std::vector<LinkId> overdue(std::uint32_t ticks);

 private:
  struct Node {
    std::uint32_t cores = 1;
    std::size_t orders = 0;    ///< not answered yet
    std::uint32_t waited = 0;  ///< ticks since it last answered
    /// Unanswered orders that have moved to other nodes, and their cohorts.
    std::map<std::uint64_t, CohortKey> moved;
    std::set<std::uint64_t> over;  ///< orders whose answer is not needed

    bool mute() const { return !moved.empty(); }
  };
  struct Work {
    std::shared_ptr<const CohortTask> task;  ///< null if there is no order
    std::shared_ptr<const std::string> state;
    std::uint64_t number = 0;
    LinkId home = 0;  ///< assigned node
    LinkId at = 0;    ///< current node; 0 if none
    bool sent = false;
  };

  void assign();
  std::size_t move_away(LinkId node);
  bool accept_late(LinkId node, const wire::Answer& answer);
  static void excuse(Node& node, const CohortKey& key);
  void dispatch(const CohortKey& key, Work& work);

  std::uint32_t min_nodes_;
  Send send_;
  std::map<LinkId, Node> nodes_;
  std::map<CohortKey, Work> works_;
  std::uint64_t orders_ = 0;
  std::uint32_t slowest_ = 0;  ///< longest answer so far, in ticks
  bool answered_ = false;      ///< an answer has come
  bool started_ = false;
  bool stale_ = false;  ///< nodes or cohorts have changed since assign()
};

}  // namespace fedltr
