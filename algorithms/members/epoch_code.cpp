#include "algorithms/members/epoch_code.hpp"

#include <cmath>

#include "algorithms/core/require.hpp"

namespace fedltr {
namespace {

/// Steps in the clip without noise, and least steps in the whole noise.
constexpr double kStepsOfClip = 1 << 30;
constexpr double kStepsOfNoise = 1 << 19;

constexpr double kMostClips = 1 << 20;

}  // namespace

void cut_to(double quantum, Eigen::Ref<Vector> part) {
  constexpr double kBelow = 1 - 0x1p-30;  // what rounding adds stays below
  if (quantum > 0)
    for (double& value : part)
      value = quantum * std::trunc(value / quantum * kBelow);
}

std::uint32_t honest_members(std::uint32_t members,
                             const Tolerance& tolerance) {
  const std::uint32_t others =
      tolerance.max_dropouts(members) + tolerance.max_colluders(members);
  return others < members ? members - others : 0;
}

double EpochCode::step() const {
  const double finest =
      multiplier > 0 ? multiplier * clip / kStepsOfNoise : clip / kStepsOfClip;
  return std::exp2(std::floor(std::log2(finest)));
}

std::uint64_t EpochCode::spread(std::uint32_t honest) const {
  require(honest > 0, "noise needs an honest member");
  return static_cast<std::uint64_t>(
      std::ceil(multiplier * clip / step() / std::sqrt(honest)));
}

double EpochCode::variance(std::uint32_t honest) const {
  if (multiplier == 0) return 0;
  const double deviation = step() * static_cast<double>(spread(honest));
  return deviation * deviation;
}

double EpochCode::mu_squared(std::uint32_t honest) const {
  if (multiplier == 0) return 0;
  return clip * clip / (honest * variance(honest));
}

std::vector<std::uint64_t> EpochCode::words(const VectorView& part,
                                            std::uint32_t honest,
                                            const Bits& bits) const {
  require(part.allFinite() && part.norm() <= kMostClips * clip,
          "a part of a sum is finite and at most 2^20 clips long");
  const double unit = step();
  const std::uint64_t noise = multiplier > 0 ? spread(honest) : 0;
  std::vector<std::uint64_t> words(static_cast<std::size_t>(part.size()));
  for (std::size_t i = 0; i < words.size(); ++i) {
    // The rounding error of the clip is far below a step.
    const double steps =
        std::trunc(part(static_cast<Index>(i)) / unit * (1 - 0x1p-30));
    words[i] = static_cast<std::uint64_t>(static_cast<std::int64_t>(steps));
    if (noise > 0)
      words[i] += static_cast<std::uint64_t>(discrete_gaussian(noise, bits));
  }
  return words;
}

Vector EpochCode::sum_of(std::span<const std::uint64_t> words) const {
  Vector sum(std::ssize(words));
  for (std::size_t i = 0; i < words.size(); ++i)
    sum(static_cast<Index>(i)) =
        step() * static_cast<double>(static_cast<std::int64_t>(words[i]));
  return sum;
}

}  // namespace fedltr
