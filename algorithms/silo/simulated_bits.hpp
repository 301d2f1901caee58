#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "algorithms/core/rng.hpp"
#include "algorithms/privacy/discrete.hpp"

namespace fedltr {

/// Random bits of a simulated party; one of a deployment takes the system's.
inline Bits simulated_bits(std::uint64_t seed, Purpose purpose,
                           std::uint32_t entity, std::uint32_t round) {
  return [rng = std::make_shared<Rng>(seed, purpose, entity, round)] {
    return (*rng)();
  };
}

/// Where a party's random bits come from.
class BitsSource {
 public:
  /// Simulated: a stream of its own for each purpose, entity and round.
  BitsSource(std::uint64_t seed) : seed_(seed) {}
  /// @param system  the operating system's; none: simulated
  BitsSource(std::uint64_t seed, Bits system)
      : seed_(seed), system_(std::move(system)) {}

  Bits operator()(Purpose purpose, std::uint32_t entity,
                  std::uint32_t round) const {
    return system_ ? system_ : simulated_bits(seed_, purpose, entity, round);
  }

 private:
  std::uint64_t seed_;
  Bits system_;
};

}  // namespace fedltr
