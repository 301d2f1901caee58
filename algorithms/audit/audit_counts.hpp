#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "algorithms/audit/audit_terms.hpp"
#include "algorithms/privacy/release_ledger.hpp"

// Audits how much a querier learns of one document's counts beyond what the
// noise should allow.
namespace fedltr {

/// The querier's attack on its answers.
enum class CountAttack : std::uint8_t {
  kEstimate,  ///< estimates from a single answer, like honest queriers
  kAverage,   ///< averages many answers to the same question, row by row
  /// Compares a single answer's rows: if all share one draw N, rows of sign +
  /// hold f + N and rows of sign - hold f - N, so half the sum of their medians
  /// is f. A Count-Min sketch has no signs: the minimum of the confounders'
  /// rows is taken for N, which is right if one of their cells is 0.
  kVector,
};

/// "estimate", "average" or "vector".
std::string name_of(CountAttack attack);

struct CountAuditOptions {
  SketchShape shape{SketchKind::kCount, 30, 200};
  std::string noise = "paper";
  double epsilon = 0.5;
  CountAttack attack = CountAttack::kEstimate;
  std::uint32_t asked = 1;  ///< repetitions of the question, for averages
  double budget =
      kNoBound;  ///< accounted epsilon of a document, for its ledger
  double delta = 1e-6;
  std::uint32_t trials = 100;  ///< number of the document's terms to attack
  std::uint64_t seed = 1;
};

struct CountAudit {
  std::uint32_t trials = 0;
  std::uint32_t answered = 0;  ///< questions that the ledger allowed
  /// guess - estimate without noise|. Without any answer the guess is 0.
  Measured error;
  Measured exact;  ///< share of guesses with an error of at most a half
  /// difference of two neighbouring rows as answered - as stored|, of one
  /// answer; kNoBound if no rows are released.
  Measured differences;
  double claimed = 0;    ///< epsilon of all answers by the paper
  double accounted = 0;  ///< the same by the ledger
};

/// Attacks the counts of a document's own terms, one per trial. Simulated.
/// @param field       of the document, at least one term
/// @param dictionary  hashed for the shape
CountAudit audit_counts(const CountAuditOptions& options,
                        std::span<const TermCount> field,
                        const TermSpots& dictionary);

}  // namespace fedltr
