#include "algorithms/attacks/lie.hpp"

#include <algorithm>
#include <cmath>

#include <boost/math/distributions/normal.hpp>

namespace fedltr {

double lie_z(std::uint32_t clients, std::uint32_t attackers) {
  const double n = clients;
  const double m = attackers;
  const double supporters = std::floor(n / 2 + 1) - m;
  const double share = (n - m - supporters) / std::max(n - m, 1.0);
  return boost::math::quantile(boost::math::normal(),
                               std::clamp(share, 0.001, 0.999));
}

AttackMethod lie_attack() {
  return attack_with(
      "lie", "\"a little is enough\": mean minus z standard deviations",
      "Baruch et al. (NeurIPS 2019); Wang (2025), section 5.2.3",
      strength_parameter("lie.z", 0,
                         "number of standard deviations below the mean; 0: "
                         "from n and m"),
      [](const AttackInput& input, double z) {
        const auto [mean, deviation] = moments_of(input.honest);
        const double factor =
            z != 0 ? z : lie_z(input.clients, input.attackers);
        return for_all(mean - factor * deviation, input.attackers);
      });
}

}  // namespace fedltr
