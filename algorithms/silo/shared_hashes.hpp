#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/silo/hashed_terms.hpp"
#include "algorithms/silo/protocol.hpp"
#include "algorithms/silo/shared_statistics.hpp"

namespace fedltr {

/// What parties share before they search, simulated in one place: their key,
/// and where it puts the terms of a dictionary.
struct SharedHashes {
  SharedHashes(const Dictionary& dictionary, const SiloProtocol& protocol,
               std::uint64_t seed);

  /// Sum of the parties' frequencies, without the masks that hide each.
  std::vector<std::uint64_t> sum_of(
      std::span<const OwnFrequencies> parties) const;

  HashKey key;
  std::vector<std::uint64_t> fingerprints;  ///< of the dictionary
  SketchShape frequency_shape;
  TermSpots spots;            ///< in sketches of documents
  TermSpots frequency_spots;  ///< in the sketch of summed frequencies
};

}  // namespace fedltr
