#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "algorithms/privacy/release_ledger.hpp"
#include "algorithms/sketch/audit_terms.hpp"

// What a querier can tell of one document's counts beyond what noise is meant
// to leave it.
namespace fedltr {

/// What the querier makes of its answers.
enum class CountAttack : std::uint8_t {
  kEstimate,  ///< of a single answer, as honest queriers do
  kAverage,   ///< of many answers to the same question, row by row
  /// Of a single answer's rows: where all share one draw N, rows of sign + say
  /// f + N and rows of sign - say f - N, so that half the sum of their medians
  /// says f. With a Count-Min sketch there are no signs: there the least of the
  /// confounders' rows is taken for N, which is so if one of their cells is 0.
  kVector,
};

/// "estimate", "average" or "vector".
std::string name_of(CountAttack attack);

struct CountAuditOptions {
  SketchShape shape{SketchKind::kCount, 30, 200};
  std::string noise = "paper";
  double epsilon = 0.5;
  CountAttack attack = CountAttack::kEstimate;
  std::uint32_t asked = 1;  ///< times the same question, for averages
  double budget =
      kNoBound;  ///< accounted epsilon of a document, for its ledger
  double delta = 1e-6;
  std::uint32_t trials = 100;  ///< terms of the document that are attacked
  std::uint64_t seed = 1;
};

struct CountAudit {
  std::uint32_t trials = 0;
  std::uint32_t answered = 0;  ///< of those asked, what the ledger allowed
  /// |guess - what the sketch would say without noise|. Without any answer the
  /// guess is 0.
  Measured error;
  Measured exact;  ///< share of guesses within half of it
  /// |difference of two neighbouring rows as answered - as it is|, of one
  /// answer; kNoBound where no rows are released.
  Measured differences;
  double claimed = 0;    ///< epsilon of all that was answered, by the paper
  double accounted = 0;  ///< the same by the ledger
};

/// Attacks the counts of a document's own terms, each in a trial of its own.
/// Simulated.
/// @param field       the document, at least one term
/// @param dictionary  hashed for the shape
CountAudit audit_counts(const CountAuditOptions& options,
                        std::span<const TermCount> field,
                        const TermSpots& dictionary);

}  // namespace fedltr
