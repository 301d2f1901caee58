#pragma once

#include <cstdint>
#include <memory>

#include "algorithms/core/traced_stream.hpp"
#include "algorithms/privacy/discrete.hpp"
#include "algorithms/privacy/key_agreement.hpp"
#include "algorithms/privacy/key_stream.hpp"

namespace fedltr {

/// Random bits of a simulated party; a deployed party uses the system's.
inline Bits simulated_bits(std::uint64_t seed, Purpose purpose,
                           std::uint32_t entity, std::uint32_t round) {
  return [rng = std::make_shared<Rng>(traced_stream(
              {seed, purpose, entity, round}))] { return (*rng)(); };
}

/// Source of a party's random bits.
class BitsSource {
 public:
  /// Simulated: a separate stream for each purpose, entity and round.
  BitsSource(std::uint64_t seed) : seed_(seed) {}
  /// @param system  the operating system's; empty = simulated
  BitsSource(std::uint64_t seed, const Bits& system)
      : seed_(seed), system_(system) {
    if (system_) obfuscation_ = random_secret(system_);
  }

  Bits operator()(Purpose purpose, std::uint32_t entity,
                  std::uint32_t round) const {
    if (!system_) return simulated_bits(seed_, purpose, entity, round);
    return purpose == Purpose::kObfuscation ? same_again(entity, round)
                                            : system_;
  }

 private:
  /// Bits that repeat for the same entity and round and look random without the
  /// secret of this source and its copies: a question is hidden in the same way
  /// from all owners, since two versions would let their holder separate the
  /// true part from the noise.
  Bits same_again(std::uint32_t entity, std::uint32_t round) const {
    return [stream = std::make_shared<KeyStream>(
                obfuscation_, std::uint64_t{entity} << 32 | round)] {
      return (*stream)();
    };
  }

  std::uint64_t seed_;
  Bits system_;
  Secret obfuscation_{};
};

}  // namespace fedltr
