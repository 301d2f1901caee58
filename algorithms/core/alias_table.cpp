#include "algorithms/core/alias_table.hpp"

#include <algorithm>
#include <cmath>

#include "algorithms/core/require.hpp"

namespace fedltr {

AliasTable::AliasTable(std::span<const double> weights) {
  double sum = 0;
  for (const double weight : weights) {
    require(weight >= 0, "weights must not be negative");
    sum += weight;
  }
  require(sum > 0, "weights must not all be 0");
  require(std::isfinite(sum), "weights must have a finite sum");
  const double count = weights.size();
  std::vector<double> scaled;
  std::vector<std::uint32_t> small;
  std::vector<std::uint32_t> large;
  for (std::uint32_t i = 0; i < weights.size(); ++i) {
    scaled.push_back(weights[i] / sum * count);
    (scaled[i] < 1 ? small : large).push_back(i);
    slots_.push_back({0xFFFFFFFF, i, i});
  }
  while (!small.empty() && !large.empty()) {
    const std::uint32_t poor = small.back();
    const std::uint32_t rich = large.back();
    small.pop_back();
    slots_[poor].threshold =
        static_cast<std::uint32_t>(std::min(scaled[poor] * 0x1p32, 0x1p32 - 1));
    slots_[poor].other = rich;
    scaled[rich] -= 1 - scaled[poor];
    if (scaled[rich] < 1) {
      large.pop_back();
      small.push_back(rich);
    }
  }
}

}  // namespace fedltr
