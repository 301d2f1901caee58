#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "algorithms/core/linalg.hpp"
#include "algorithms/privacy/neighbourhood.hpp"
#include "algorithms/privacy/sound.hpp"

namespace fedltr {

/// Protection of the one sum that clients add up before training. In a
/// simulation only: masks and noise come from the seed, which protects no real
/// person.
struct SumProtection {
  bool masks = false;        ///< only the sum is opened, by SecureRound
  Tolerance tolerance = {};  ///< of that round
  double epsilon = 0;        ///< of all data of a client; 0 = no noise
  double delta = 1e-6;
  std::uint64_t seed = 0;

  bool has_noise() const { return epsilon > 0; }
  /// Discrete Gaussian noise of each client's part, which is clipped to norm
  /// kPartNorm, so that replacing all data of a client moves the sum by at most
  /// twice that. Under masks it is a share: those of the honest clients that
  /// `tolerance` leaves, or that a lying server must open, add up to the whole.
  /// Without masks each part has all of it.
  /// @throws std::invalid_argument  if the tolerance leaves none
  GridNoise noise(std::uint32_t clients) const;
};

/// Largest L2 norm of a client's part if it gets noise.
inline constexpr double kPartNorm = 1;

struct ProtectedSum {
  Vector sum;
  double variance = 0;  ///< of the noise in each number
};

/// Adds up vectors of clients.
///
/// - Neither masks nor noise: in floating point, in the order of the clients.
/// - Masks: each number becomes an integer modulo 2^64, as FixedPoint, so that
///   the sum is exact in any order. The scale is the finest power of two, 2^-40
///   to 2^-20, at which limit + 1 fits 63 bits; each client's number is rounded
///   once, so the sum is off by at most clients / 2 quanta.
/// - Noise: numbers are clipped, rounded to a grid and get discrete Gaussian
///   noise (GridNoise); their sums, masked or not, are exact.
///
/// All clients answer: a sum under masks tolerates dropouts, but none is
/// simulated.
/// @param part   of each client, from 0: `size` numbers
/// @param limit  of the sum over clients of the numbers' magnitudes, at least 1
/// @throws std::invalid_argument  with masks: below 3 clients, or as
///                                choose_neighbourhood() and fixed_point_for()
ProtectedSum add_up(std::uint32_t clients,
                    const std::function<Vector(std::uint32_t client)>& part,
                    Index size, double limit, const SumProtection& protection);

/// Adds up words modulo 2^64 by secure aggregation: plays all clients and the
/// server, stage by stage.
/// @param words  of each client, from 0: `size` words
/// @throws std::invalid_argument  if the sum can't be opened
std::vector<std::uint64_t> add_masked(
    std::uint32_t clients,
    const std::function<std::vector<std::uint64_t>(std::uint32_t client)>&
        words,
    std::uint32_t size, const Tolerance& tolerance, std::uint64_t seed);

}  // namespace fedltr
