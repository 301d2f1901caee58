#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "algorithms/core/traced_stream.hpp"
#include "algorithms/privacy/discrete.hpp"

namespace fedltr {

/// Random bits of a simulated party; one of a deployment takes the system's.
inline Bits simulated_bits(std::uint64_t seed, Purpose purpose,
                           std::uint32_t entity, std::uint32_t round) {
  return [rng = std::make_shared<Rng>(traced_stream(
              {seed, purpose, entity, round}))] { return (*rng)(); };
}

/// Where a party's random bits come from.
class BitsSource {
 public:
  /// Simulated: a stream of its own for each purpose, entity and round.
  BitsSource(std::uint64_t seed) : seed_(seed) {}
  /// @param system  the operating system's; none: simulated
  BitsSource(std::uint64_t seed, Bits system)
      : seed_(seed),
        system_(std::move(system)),
        obfuscations_(std::make_shared<Draws>()) {}

  Bits operator()(Purpose purpose, std::uint32_t entity,
                  std::uint32_t round) const {
    if (!system_) return simulated_bits(seed_, purpose, entity, round);
    return purpose == Purpose::kObfuscation ? drawn_once(entity, round)
                                            : system_;
  }

 private:
  using Draws = std::map<std::pair<std::uint32_t, std::uint32_t>,
                         std::vector<std::uint64_t>>;

  /// The system's bits, but the same each time: a question is hidden in one way
  /// from all who are asked, since who sees two could tell the true from what
  /// differs.
  Bits drawn_once(std::uint32_t entity, std::uint32_t round) const {
    return [system = system_, all = obfuscations_,
            place = std::pair(entity, round), next = std::size_t{0}]() mutable {
      std::vector<std::uint64_t>& drawn = (*all)[place];
      if (next == drawn.size()) drawn.push_back(system());
      return drawn[next++];
    };
  }

  std::uint64_t seed_;
  Bits system_;
  std::shared_ptr<Draws> obfuscations_;  ///< of the copies of this source, too
};

}  // namespace fedltr
