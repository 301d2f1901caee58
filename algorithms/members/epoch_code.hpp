#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/core/linalg.hpp"
#include "algorithms/privacy/discrete.hpp"
#include "algorithms/privacy/neighbourhood.hpp"

namespace fedltr {

/// Purpose of an epoch.
enum class EpochKind : std::uint8_t {
  kLearning,    ///< its sum moves the model
  kEvaluation,  ///< its sum measures the model
};
constexpr EpochKind last_of(EpochKind) {
  return EpochKind::kEvaluation;
}

/// Cuts numbers toward zero to whole quanta; 0 leaves them as they are. If a
/// sum over units is cut instead, one unit can move each number by a quantum
/// more.
void cut_to(double quantum, Eigen::Ref<Vector> part);

/// Least number of members of an epoch that neither fail nor collude with the
/// lead: their noise protects all.
/// @param members  that sent a key
std::uint32_t honest_members(std::uint32_t members, const Tolerance& tolerance);

/// Turns a member's part of a sum into integers modulo 2^64, with its share of
/// the noise, so that nothing is rounded after the noise: each number is cut
/// towards zero to a multiple of a step, and an independent discrete Gaussian
/// is added. Shares of m honest members together have a deviation of at least
/// `multiplier` times the clip; at their size, their sum differs from the
/// discrete Gaussian by less than e^-10^6 (Kairouz, Liu and Steinke, ICML 2021,
/// theorem 1).
struct EpochCode {
  double clip = 1;        ///< largest norm of what one unit adds
  double multiplier = 0;  ///< deviation of the noise over the clip; 0 = none

  /// Value of one step, a power of two, the same in every epoch.
  double step() const;
  /// Deviation of one member's noise in steps.
  /// @param honest  members whose noise adds up to the whole
  std::uint64_t spread(std::uint32_t honest) const;
  /// Variance of one member's noise; 0 without noise.
  double variance(std::uint32_t honest) const;
  /// Squared sensitivity over variance of an opened sum: it adds up over
  /// releases, and gaussian_epsilon(1 / sqrt(sum), delta) is their epsilon. One
  /// unit is added or removed. 0 without noise means no bound.
  double mu_squared(std::uint32_t honest) const;

  /// @param part    finite, at most 2^20 clips long
  /// @param honest  as above
  /// @param bits    of the noise: the operating system's, unless simulated
  std::vector<std::uint64_t> words(const VectorView& part, std::uint32_t honest,
                                   const Bits& bits) const;
  /// Returns the sum of parts, and noise.
  Vector sum_of(std::span<const std::uint64_t> words) const;
};

}  // namespace fedltr
