#include "algorithms/silo/shared_hashes.hpp"

#include <algorithm>
#include <functional>

namespace fedltr {

SharedHashes::SharedHashes(const Dictionary& dictionary,
                           const SiloProtocol& protocol, std::uint64_t seed)
    : key(simulated_hash_key(seed)),
      fingerprints(fingerprints_of(dictionary, key)),
      frequency_shape(protocol.frequency),
      spots(spots_of(key.rows, protocol.shape, fingerprints)),
      frequency_spots(
          spots_of(key.summed_rows, protocol.frequency, fingerprints)) {}

std::vector<std::uint64_t> SharedHashes::sum_of(
    std::span<const OwnFrequencies> parties) const {
  std::vector<std::uint64_t> sum(frequency_numbers(frequency_shape));
  for (const OwnFrequencies& own : parties) {
    const auto ring = own.ring(frequency_shape, frequency_spots);
    std::ranges::transform(sum, ring, sum.begin(), std::plus());
  }
  return sum;
}

}  // namespace fedltr
