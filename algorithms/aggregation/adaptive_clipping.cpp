#include "algorithms/aggregation/adaptive_clipping.hpp"

#include <algorithm>

namespace fedltr {
namespace {

std::size_t clipped_of(std::size_t clients, std::size_t malicious) {
  const std::size_t m = std::min(malicious, clients);
  return std::min(2 * m * (clients - m) / clients, clients - 1);
}

}  // namespace

Prepared clip_longest(const LocalModels& local, const RuleOptions& options) {
  const std::size_t clients = local.clients.size();
  const Vector lengths = distances_to(local.models, local.global);
  std::vector<double> sorted(lengths.begin(), lengths.end());
  const double bound = select_value(
      sorted, clients - 1 - clipped_of(clients, options.malicious));
  Prepared clipped{local.models, {}};
  for (std::size_t i = 0; i < clients; ++i) {
    clipped.members.push_back({i});
    const double length = lengths(i);
    if (length <= bound) continue;
    clipped.models.row(i) =
        local.global.transpose() +
        bound / length * (local.models.row(i) - local.global.transpose());
  }
  return clipped;
}

PreAggregationMethod adaptive_clipping() {
  return {
      "arc",
      "cuts the longest 2 m (n - m) / n updates to the length of the next; no "
      "worst case searched",
      "Allouah et al. (ICLR 2025)",
      {},
      clip_longest,
      {[](std::int64_t clients) { return clients; }, "clients", true}};
}

}  // namespace fedltr
