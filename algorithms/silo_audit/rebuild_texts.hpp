#pragma once

#include <cstdint>
#include <span>

#include "algorithms/silo_audit/overhear.hpp"

// How much of an owner's texts a party that asks can write down: the matrix of
// its documents' bodies by the dictionary's terms.
namespace fedltr {

enum class Greed : std::uint8_t {
  kHonest,  ///< asks its training queries and fetches the K best, no more
  /// Asks the whole dictionary, the most frequent terms first, and fetches all
  /// that the audit looks at: the protocol has no rule against it, but for the
  /// budget.
  kGreedy,
};

struct RebuildOptions {
  std::uint32_t owner = 0;
  std::uint32_t asker = 1;
  Greed greed = Greed::kHonest;
  std::uint32_t documents = 40;  ///< looked at, evenly spaced over the owner's
  std::uint32_t terms = 100;     ///< of a greedy question, at most
  std::uint32_t asked = 10000;  ///< terms that a greedy asker asks for, at most
  std::uint64_t seed = 1;
};

/// A cell is a document and a term; most have a count of 0.
struct RebuiltTexts {
  std::uint64_t cells = 0;
  std::uint32_t questions = 0;
  std::uint32_t terms = 0;  ///< asked for, different ones
  double filled = 0;        ///< share of cells with a count; a guess at random
                            ///< that a term is there is right so often
  double told = 0;          ///< share of cells that anything was told of
  double found = 0;        ///< share of filled cells that are said to be filled
  double precision = 0;    ///< share of cells said to be filled that are; NaN
  double exact = 0;        ///< share of filled cells whose count is guessed
  double exact_of_1 = 0;   ///< the same of who says 1 wherever a term is
  double error = 0;        ///< |guess - count| of filled cells; who knows
                           ///< nothing says 0
  double guess_error = 0;  ///< the same of who says 0
};

/// Attack with the key, as every party has it, on all that it is told: exact
/// cells, or ones whose noise can be taken off (readings.hpp), by their median;
/// else a term is there if six of ten of its real rows list the document; else
/// the median as it is.
RebuiltTexts rebuild_texts(const Collection& collection,
                           std::span<const PartyShare> shares,
                           const SiloProtocol& protocol,
                           const SiloOptions& silo,
                           const RebuildOptions& options);

}  // namespace fedltr
