#pragma once

#include <set>
#include <string>

#include "actors/nodes/node_wire.hpp"
#include "actors/nodes/roster_config.hpp"

namespace fedltr {

/// Decides which nodes may join.
class Admission {
 public:
  /// @param config  outlives it
  explicit Admission(const RosterConfig& config) : config_(config) {}

  /// Checks the identity that a node sends.
  /// @param certified  name in its certificate; empty if it shows none
  /// @return           reason why it is refused; empty if it may join
  std::string check(const wire::Hello& hello,
                    const std::string& certified) const;
  /// Checks the digests that a node sends of scenario and data.
  /// @return  as above
  std::string check(const wire::Ready& ready) const;
  /// Refuses a node from now on: it sent an invalid message.
  void evict(const std::string& name) { evicted_.insert(name); }

 private:
  const RosterConfig& config_;
  std::set<std::string> evicted_;
};

}  // namespace fedltr
