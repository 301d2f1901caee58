#pragma once

#include <span>

#include "actors/nodes/roster_config.hpp"
#include "app/study/monitor/process_metrics.hpp"
#include "app/study/points.hpp"

namespace fedltr {

/// Places the clients of a study's federations on nodes. Call its functions in
/// this order.
class NodeService {
 public:
  virtual ~NodeService() = default;
  /// @throws UsageError  for a scenario that can't be distributed over nodes
  virtual void validate(const Scenario& scenario) const = 0;
  /// Opens the port before data are read, so that errors appear at once.
  /// @throws NetworkError, UsageError
  virtual void listen() = 0;
  /// Returns a function for the expiry of its certificates, once it listens;
  /// nullptr if it has none.
  virtual CertificateEnds certificates() const { return nullptr; }
  /// Describes these runs to the nodes.
  virtual RosterConfig offer(std::span<const Point> points) = 0;
};

}  // namespace fedltr
