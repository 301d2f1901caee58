#pragma once

#include <set>
#include <string>

#include "actors/nodes/config.hpp"
#include "actors/nodes/node_wire.hpp"

namespace fedltr {

/// Decides which nodes may join.
class Admission {
 public:
  /// @param config  outlives it
  explicit Admission(const RosterConfig& config) : config_(config) {}

  /// Checks who a node says it is.
  /// @param certified  name in its certificate; empty: it shows none
  /// @return           why it is refused; empty: it is not
  std::string check(const wire::Hello& hello,
                    const std::string& certified) const;
  /// Likewise, what the node has made of scenario and data.
  std::string check(const wire::Ready& ready) const;
  /// Refuses a node from now on: it sent what no node sends.
  void evict(const std::string& name) { evicted_.insert(name); }

 private:
  const RosterConfig& config_;
  std::set<std::string> evicted_;
};

}  // namespace fedltr
