#include "algorithms/silo/metric_messages.hpp"

#include <algorithm>

#include "algorithms/core/require.hpp"

namespace fedltr {

void require_sealed(const std::vector<SealedMeans>& means,
                    std::uint32_t parties, std::size_t metrics) {
  for (std::size_t i = 0; i < means.size(); ++i) {
    require(means[i].party < parties, "holds metrics of no party");
    require(i == 0 || means[i - 1].party < means[i].party,
            "holds metrics of a party twice, or not in order");
    require(means[i].bytes.size() == sealed_size(metrics),
            "holds sealed metrics of the wrong size");
  }
}

std::vector<std::uint32_t> missing_from(
    const std::vector<SealedMeans>& means,
    const std::map<std::uint32_t, std::uint32_t>& members, std::uint32_t own) {
  std::vector<std::uint32_t> missing;
  for (const auto& [member, documents] : members)
    if (member != own &&
        std::ranges::find(means, member, &SealedMeans::party) == means.end())
      missing.push_back(member);
  return missing;
}

}  // namespace fedltr
