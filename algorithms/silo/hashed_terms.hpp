#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/sketch/fingerprint.hpp"
#include "algorithms/sketch/sketch.hpp"
#include "algorithms/text/dictionary.hpp"

namespace fedltr {

/// Fingerprints of a dictionary's terms, in its order.
inline std::vector<std::uint64_t> fingerprints_of(const Dictionary& dictionary,
                                                  const HashKey& key) {
  Fingerprinter fingerprint(key);
  std::vector<std::uint64_t> all;
  for (TermId term = 0; term < dictionary.size(); ++term)
    all.push_back(fingerprint(dictionary[term]));
  return all;
}

/// Places of terms in sketches of a shape.
/// @param rows  HashKey::rows of documents, HashKey::summed_rows of frequencies
inline TermSpots spots_of(const Secret& rows, const SketchShape& shape,
                          std::span<const std::uint64_t> fingerprints) {
  return {RowHashes(rows, shape.rows, shape.columns), fingerprints};
}

}  // namespace fedltr
