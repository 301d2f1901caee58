#pragma once

#include <set>
#include <string>

#include "actors/nodes/node_wire.hpp"
#include "actors/nodes/roster_config.hpp"

namespace fedltr {

/// Decides which greeted nodes may join.
class Admission {
 public:
  /// @param config  outlives it
  explicit Admission(const RosterConfig& config) : config_(config) {}

  /// Checks what a node sends of itself, the scenario and its data.
  /// @return  reason why it is refused; empty if it may join
  std::string check(const wire::Ready& ready) const;
  /// Refuses a node from now on: it sent an invalid message.
  void evict(const std::string& name) { evicted_.insert(name); }
  bool is_evicted(const std::string& name) const {
    return evicted_.contains(name);
  }

 private:
  const RosterConfig& config_;
  std::set<std::string> evicted_;
};

}  // namespace fedltr
