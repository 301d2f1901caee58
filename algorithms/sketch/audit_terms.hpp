#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "algorithms/sketch/fingerprint.hpp"
#include "algorithms/sketch/query.hpp"

// What who sees a term's query can tell of the term, with a dictionary and
// time: the attack that the papers do not consider.
namespace fedltr {

/// A mean with the half width of its 95% interval.
struct Measured {
  double mean = 0;
  double half_width = 0;
};

/// Of independent values, by the normal approximation; half width 0 for one.
Measured measured(std::span<const double> values);

/// What the columns say to one who tries all terms of a dictionary.
struct TermGuess {
  std::uint32_t agreeing = 0;  ///< rows of the best term's columns
  std::vector<TermId> terms;   ///< all with so many, ascending
};

/// The terms with whose columns most rows agree.
/// @param columns     as seen
/// @param dictionary  hashed as the attacker believes the parties do
TermGuess guess_term(std::span<const std::uint32_t> columns,
                     const TermSpots& dictionary);

/// Who looks on.
enum class Onlooker : std::uint8_t {
  kUnkeyed,  ///< anybody, where hashes have no key
  kRelay,    ///< keyed hashes, seen by the relay, who tries a key of its own
  kOwner,    ///< keyed hashes, seen by the party asked, who has the key
};

std::string name_of(Onlooker onlooker);

struct TermAuditOptions {
  std::vector<std::string> terms;  ///< the dictionary, at least 2
  std::uint32_t rows = 30;         ///< z
  std::uint32_t columns = 200;     ///< w
  Obfuscation obfuscation{30};
  Onlooker onlooker = Onlooker::kUnkeyed;
  std::uint32_t queries = 200;
  std::uint64_t seed = 1;
};

struct TermAudit {
  std::uint32_t queries = 0;
  /// Share of queries whose term is guessed; one of k equally good terms counts
  /// 1 / k.
  Measured recovered;
  double chance = 0;    ///< of a guess without looking
  double agreeing = 0;  ///< rows that agree with the best term, on average
  double tied = 0;      ///< equally good terms, on average
};

/// Queries of random terms and what an onlooker makes of them. Simulated.
///
/// What it does not look at: equal terms have equal columns under a key too, so
/// who sees many queries can tell which terms are asked for often.
/// @throws std::invalid_argument as make_query does
TermAudit audit_terms(const TermAuditOptions& options);

}  // namespace fedltr
