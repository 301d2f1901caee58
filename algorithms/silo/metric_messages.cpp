#include "algorithms/silo/metric_messages.hpp"

#include "algorithms/core/require.hpp"

namespace fedltr {

void require_sealed(const std::vector<SealedMeans>& means,
                    std::uint32_t parties, std::size_t metrics) {
  for (std::size_t i = 0; i < means.size(); ++i) {
    require(means[i].party < parties, "holds metrics of nobody");
    require(i == 0 || means[i - 1].party < means[i].party,
            "holds metrics of a party twice, or not in order");
    require(means[i].bytes.size() == sealed_size(metrics),
            "holds sealed metrics of another size");
  }
}

}  // namespace fedltr
