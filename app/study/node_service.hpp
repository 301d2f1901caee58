#pragma once

#include <span>

#include "actors/nodes/config.hpp"
#include "app/study/monitor/process_metrics.hpp"
#include "app/study/points.hpp"

namespace fedltr {

/// Puts the clients of a study's federations on nodes. Its calls come in this
/// order.
class NodeService {
 public:
  virtual ~NodeService() = default;
  /// @throws UsageError  for what can't be spread over nodes
  virtual void validate(const Scenario& scenario) const = 0;
  /// Opens the port, before data are read: what is wrong with it shows at once.
  /// @throws NetworkError, UsageError
  virtual void listen() = 0;
  /// Returns what asks for the ends of its certificates, once it listens; none:
  /// it has none.
  virtual CertificateEnds certificates() const { return nullptr; }
  /// Describes these runs to the nodes.
  virtual RosterConfig offer(std::span<const Point> points) = 0;
};

}  // namespace fedltr
