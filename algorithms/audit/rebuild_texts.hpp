#pragma once

#include <cstdint>
#include <span>

#include "algorithms/audit/overhear.hpp"

// Measures how much of an owner's texts an asking party can reconstruct: the
// matrix of its documents' bodies by the dictionary's terms.
namespace fedltr {

enum class Greed : std::uint8_t {
  kHonest,  ///< asks its training queries and fetches the K best, no more
  /// Asks about the whole dictionary, the most frequent terms first, and
  /// fetches all documents that the audit examines: apart from the budget, no
  /// rule of the protocol forbids it.
  kGreedy,
};

struct RebuildOptions {
  std::uint32_t owner = 0;
  std::uint32_t asker = 1;
  Greed greed = Greed::kHonest;
  std::uint32_t documents = 40;  ///< examined, evenly spaced over the owner's
  std::uint32_t terms = 100;     ///< maximum per greedy question
  std::uint32_t asked = 10000;  ///< maximum number of terms that a greedy asker
                                ///< asks about
  std::uint64_t seed = 1;
};

/// A cell is a document and a term; most have a count of 0.
struct RebuiltTexts {
  std::uint64_t cells = 0;
  std::uint32_t questions = 0;
  std::uint32_t terms = 0;  ///< distinct terms asked about
  double filled = 0;        ///< share of cells with a count, which is the
                            ///< precision of random guesses
  double told = 0;          ///< share of cells with any information
  double found = 0;         ///< share of filled cells guessed to be filled
  double precision = 0;     ///< share of cells guessed to be filled that are;
                            ///< NaN if there are none
  double exact = 0;         ///< share of filled cells whose count is guessed
  double exact_of_1 = 0;    ///< baseline: guess 1 for every present term
  double error = 0;  ///< |guess - count| of filled cells; 0 is guessed without
                     ///< information
  double guess_error = 0;  ///< baseline: always guess 0
};

/// Attack with the key, as every party has it, on all answers: takes the median
/// of exact cells, or of cells whose noise can be removed (readings.hpp); else
/// guesses that a term is present if six of ten of its real rows list the
/// document; else takes the median as it is.
RebuiltTexts rebuild_texts(const Collection& collection,
                           std::span<const PartyShare> shares,
                           const SiloProtocol& protocol,
                           const SiloOptions& silo,
                           const RebuildOptions& options);

}  // namespace fedltr
