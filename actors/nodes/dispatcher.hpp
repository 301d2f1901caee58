#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "actors/nodes/config.hpp"
#include "actors/nodes/node_wire.hpp"

namespace fedltr {

/// A run's number, and a cohort's in it.
using CohortKey = std::pair<std::uint32_t, std::uint32_t>;

/// Knows what each cohort has to do and at which node it is, assigns cohorts to
/// nodes by their cores, and gives those of a lost node to the others.
class Dispatcher {
 public:
  using Send = std::function<void(LinkId node, const wire::ServerMessage&)>;

  /// @param min_nodes  before anything is sent
  Dispatcher(std::uint32_t min_nodes, Send send)
      : min_nodes_(min_nodes), send_(std::move(send)) {}

  void add_node(LinkId node, std::uint32_t cores);
  /// @return  number of cohorts that were there, and go elsewhere
  std::size_t remove_node(LinkId node);
  std::size_t nodes() const { return nodes_.size(); }
  /// Returns true once there have been as many nodes as are wanted.
  bool started() const { return started_; }

  /// Takes an order, in place of the cohort's last one, and sends it if there
  /// is a node.
  /// @param state  of the cohort before it
  void submit(const CohortKey& key, std::shared_ptr<const wire::Task> task,
              std::shared_ptr<const std::string> state);
  /// Forgets a cohort whose run is over.
  void remove(const CohortKey& key);
  /// Sends whatever is not sent.
  void dispatch();

  /// Takes note of an answer.
  /// @return  true unless the cohort's run is over, or the order was given to
  ///          another node meanwhile
  /// @throws ArchiveError  unless it answers an order that the node has
  bool accept(LinkId node, const wire::Answer& answer);

  /// Gives what mute nodes have to others: those that owe an answer for
  /// `least` ticks and for ten times as long as any answer took so far. They
  /// get nothing new until they answer. A node that is the only one to answer
  /// keeps what it has.
  /// @return  by node, how many cohorts move
  std::map<LinkId, std::size_t> relieve(std::uint32_t least);

  /// Returns whether a node was relieved and has yet to answer.
  bool is_mute(LinkId node) const;
  /// Returns true if an order waits for want of nodes.
  bool starved() const;
  /// Counts a tick. Returns the nodes that owe an answer for more ticks.
  std::vector<LinkId> overdue(std::uint32_t ticks);

 private:
  struct Node {
    std::uint32_t cores = 1;
    std::size_t orders = 0;    ///< it has yet to answer
    std::uint32_t waited = 0;  ///< ticks since it last answered
    /// Orders it owes that others have by now, and whose they are.
    std::map<std::uint64_t, CohortKey> moved;
    std::set<std::uint64_t> over;  ///< orders that it need not answer

    bool mute() const { return !moved.empty(); }
  };
  struct Work {
    std::shared_ptr<const wire::Task> task;  ///< none: nothing to do
    std::shared_ptr<const std::string> state;
    std::uint64_t number = 0;
    LinkId home = 0;  ///< where it shall be
    LinkId at = 0;    ///< where it is; 0: nowhere
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
  std::uint32_t slowest_ = 0;  ///< answer so far, in ticks
  bool answered_ = false;      ///< there was one
  bool started_ = false;
  bool stale_ = false;  ///< nodes or cohorts have changed since assign()
};

}  // namespace fedltr
