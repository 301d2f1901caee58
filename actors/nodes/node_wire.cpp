#include "actors/nodes/node_wire.hpp"

namespace fedltr::wire {

std::string refuse_earlier(const std::string& why) {
  std::uint8_t alternative = 2;
  std::string text = why;
  bool later = false;
  Archive archive;
  archive(alternative, text, later);
  return archive.take();
}

std::string encode(NodeMessage message) {
  return archived(message);
}

std::string encode(ServerMessage message) {
  return archived(message);
}

std::size_t max_bytes(const FederationPlan& plan) {
  const auto parameters = static_cast<std::size_t>(plan.initial.size());
  // An update, a late update and a personal part; twice that, since a late
  // update may wait with another one.
  std::size_t client = 6 * parameters * sizeof(double) + 1024;
  if (plan.unlearning.evidence && !plan.unlearning.requests.empty())
    client += 8 * static_cast<std::size_t>(plan.simulation->data->documents());
  if (plan.faults.options().use_late)
    client += plan.faults.options().delay * parameters * sizeof(double);
  return (1U << 20) + kCohortSize * client;
}

}  // namespace fedltr::wire
