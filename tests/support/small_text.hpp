#pragma once

#include <string>
#include <vector>

#include "algorithms/silo/hashed_terms.hpp"
#include "algorithms/silo/protocol.hpp"
#include "algorithms/text/party_split.hpp"
#include "algorithms/text/synthetic_text.hpp"

namespace fedltr::test {

/// A small synthetic collection.
inline const Collection& small_collection() {
  static const Collection made = [] {
    SyntheticTextOptions options;
    options.documents = 120;
    options.terms = 40;
    options.vocabulary = 500;
    options.topics = 4;
    options.queries = 20;
    options.depths = {10, 4};
    return synthesize_text(options);
  }();
  return made;
}

/// The small collection, split into two parties.
inline const std::vector<PartyShare>& small_shares() {
  static const auto made = split_into_parties(
      small_collection(), find(party_splits(), "random").make, {2});
  return made;
}

/// The small collection's terms, hashed by a simulated key.
inline TermSpots small_spots(const SketchShape& shape) {
  const HashKey key = simulated_hash_key(3);
  return spots_of(key.rows, shape,
                  fingerprints_of(small_collection().dictionary(), key));
}

inline SiloProtocol small_protocol(const std::string& noise, bool naive) {
  SiloProtocol protocol;
  protocol.shape = {SketchKind::kCount, 7, 50};
  protocol.frequency = {SketchKind::kCount, 7, 4096};
  protocol.obfuscation = {5};
  protocol.noise = make_sketch_noise(noise, {2, 7, 50});
  protocol.capacity = 20;
  protocol.top.documents = 6;
  protocol.naive = naive;
  return protocol;
}

}  // namespace fedltr::test
