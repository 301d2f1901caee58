#pragma once

#include <cstdint>
#include <map>
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

/// What who looks on sees of one term's query.
struct SeenTerm {
  std::vector<std::uint32_t> columns;  ///< one a row
  std::vector<std::uint8_t> negative;  ///< ends of cells; empty: not sent
};

/// What one who tries all terms of a dictionary makes of a query.
struct QueryGuess {
  double agreeing = 0;  ///< rows that agree with the best term, on average
  double tied = 0;      ///< terms that it leaves, for each one asked for
  /// By term of the query: what it is taken for, with which chance.
  std::vector<std::map<TermId, double>> terms;
};

/// Terms that z1 rows agree with (or the most that do with any, if less) are
/// what a query's term may be, and these rows what may be the real ones. The
/// real ones are the same for all terms of the query: of all such sets of rows
/// that one is taken for real which the best terms agree with most.
/// @param dictionary  hashed as the attacker believes the parties do
/// @param real_rows   z1, which is no secret
QueryGuess guess_terms(std::span<const SeenTerm> seen,
                       const TermSpots& dictionary, std::uint32_t real_rows);

/// Who looks on.
enum class Onlooker : std::uint8_t {
  kUnkeyed,  ///< anybody, where hashes have no key
  kOwner,    ///< keyed hashes, seen by the party asked, who has the key
};

std::string name_of(Onlooker onlooker);

struct TermAuditOptions {
  std::vector<std::string> terms;  ///< the dictionary, at least 2
  std::uint32_t rows = 30;         ///< z
  std::uint32_t columns = 200;     ///< w
  Obfuscation obfuscation{30};
  bool signs = true;        ///< are sent: RTK with a Count sketch
  std::uint32_t asked = 1;  ///< different terms of a query
  Onlooker onlooker = Onlooker::kUnkeyed;
  std::uint32_t queries = 200;
  std::uint64_t seed = 1;
};

struct TermAudit {
  std::uint32_t queries = 0;
  /// Share of the queries' terms that are guessed; one of k equally good
  /// guesses counts 1 / k.
  Measured recovered;
  double chance = 0;    ///< of a guess without looking
  double agreeing = 0;  ///< rows that agree with the best term, on average
  double tied = 0;      ///< terms that a guess leaves, on average
};

/// Queries of random terms and what an onlooker makes of them by trying a
/// dictionary. Simulated. Who has no key has no dictionary to try, but sees
/// more than queries: silo_audit/name_terms.hpp.
/// @throws std::invalid_argument as make_query does
TermAudit audit_terms(const TermAuditOptions& options);

}  // namespace fedltr
