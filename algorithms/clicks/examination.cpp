#include "algorithms/clicks/examination.hpp"

#include "algorithms/core/require.hpp"

namespace fedltr {

void Examination::at(std::span<const std::uint8_t> clicks,
                     std::span<double> slopes,
                     std::span<double> offsets) const {
  require(!empty(), "an examination needs a curve");
  double reached = 1;
  for (std::size_t rank = 0; rank < clicks.size(); ++rank) {
    slopes[rank] = is_cascade() ? reached : at_rank(propensity, rank);
    offsets[rank] = offset.empty() ? 0 : at_rank(offset, rank);
    if (is_cascade() && clicks[rank]) reached *= at_rank(proceed, rank);
  }
}

}  // namespace fedltr
