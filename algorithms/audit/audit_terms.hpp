#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "algorithms/sketch/fingerprint.hpp"
#include "algorithms/sketch/query.hpp"

// Audits how well an observer of a term's query can find the term by trying all
// terms of a dictionary: an attack that the papers do not consider.
namespace fedltr {

/// A mean with the half width of its 95% interval.
struct Measured {
  double mean = 0;
  double half_width = 0;
};

/// Mean of independent values, with a normal approximation; half width 0 for
/// one.
Measured measured(std::span<const double> values);

/// One term's query as the onlooker sees it.
struct SeenTerm {
  std::vector<std::uint32_t> columns;  ///< one per row
  std::vector<std::uint8_t> negative;  ///< ends of cells; empty if not sent
};

/// A guess of a query's terms from trying all terms of a dictionary.
struct QueryGuess {
  double agreeing = 0;  ///< rows that agree with the best term, on average
  double tied = 0;      ///< terms left as possible, per term asked
  /// Per term of the query: the guessed terms with their probabilities.
  std::vector<std::map<TermId, double>> terms;
};

/// A query's possible terms are those that z1 rows agree with (or the maximum
/// that any rows do, if less), and these rows are possibly the real ones. The
/// real rows are the same for all terms of the query: of all such sets, the
/// guess takes the one with which the best terms agree most.
/// @param dictionary  hashed as the attacker believes the parties do
/// @param real_rows   z1, which is public
QueryGuess guess_terms(std::span<const SeenTerm> seen,
                       const TermSpots& dictionary, std::uint32_t real_rows);

/// The observer of a query.
enum class Onlooker : std::uint8_t {
  kUnkeyed,  ///< any observer, if hashes have no key
  kOwner,    ///< the party asked, which has the key of the hashes
};

std::string name_of(Onlooker onlooker);

struct TermAuditOptions {
  std::vector<std::string> terms;  ///< the dictionary, at least 2
  std::uint32_t rows = 30;         ///< z
  std::uint32_t columns = 200;     ///< w
  Obfuscation obfuscation{30};
  bool signs = true;        ///< signs are sent: RTK with a Count sketch
  std::uint32_t asked = 1;  ///< different terms per query
  Onlooker onlooker = Onlooker::kUnkeyed;
  std::uint32_t queries = 200;
  std::uint64_t seed = 1;
};

struct TermAudit {
  std::uint32_t queries = 0;
  /// Share of the queries' terms that the guess recovers; one of k equally good
  /// guesses counts 1 / k.
  Measured recovered;
  double chance = 0;    ///< of a blind guess
  double agreeing = 0;  ///< rows that agree with the best term, on average
  double tied = 0;      ///< terms that a guess leaves, on average
};

/// Draws queries of random terms and guesses their terms as an onlooker with a
/// dictionary does. Simulated. An onlooker without the key can't try a
/// dictionary, but sees more than queries: name_terms.hpp.
/// @throws std::invalid_argument as make_query does
TermAudit audit_terms(const TermAuditOptions& options);

}  // namespace fedltr
