#include "algorithms/members/repeaters.hpp"

#include <algorithm>
#include <cmath>

namespace fedltr {

void add_evidence(Vector& evidence, std::size_t named,
                  const std::vector<std::uint32_t>& hit,
                  const std::vector<std::uint32_t>& judged) {
  if (hit.empty() || hit.size() == judged.size()) return;
  if (evidence.size() == 0) evidence = Vector::Zero(static_cast<Index>(named));
  const double chance =
      static_cast<double>(hit.size()) / static_cast<double>(judged.size());
  const double gain = std::log((1 + 1 / chance) / 2);
  for (const std::uint32_t member : judged)
    evidence(member) +=
        std::ranges::binary_search(hit, member) ? gain : -std::log(2);
}

std::vector<std::uint32_t> find_repeaters(const Vector& evidence) {
  const double enough =
      std::log(static_cast<double>(evidence.size()) / kWronglyLeftOut);
  std::vector<std::uint32_t> found;
  for (Index i = 0; i < evidence.size(); ++i)
    if (evidence(i) >= enough) found.push_back(static_cast<std::uint32_t>(i));
  return found;
}

}  // namespace fedltr
