#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/silo/hashed_terms.hpp"
#include "algorithms/silo/protocol.hpp"
#include "algorithms/silo/shared_statistics.hpp"

namespace fedltr {

/// The key that parties share before they search and its hashes of a
/// dictionary's terms, simulated in one place.
struct SharedHashes {
  SharedHashes(const Dictionary& dictionary, const SiloProtocol& protocol,
               std::uint64_t seed);

  /// Sum of the parties' frequencies, without masks.
  std::vector<std::uint64_t> sum_of(
      std::span<const OwnFrequencies> parties) const;

  HashKey key;
  std::vector<std::uint64_t> fingerprints;  ///< of the dictionary
  SketchShape frequency_shape;
  TermSpots spots;            ///< in sketches of documents
  TermSpots frequency_spots;  ///< in the sketch of summed frequencies
};

}  // namespace fedltr
