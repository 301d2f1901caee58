#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/audit/audit_terms.hpp"
#include "algorithms/audit/overhear.hpp"

// The relay's attack on queries: it has no key, but knows some of the owner's
// texts and sees which of them hold the term of a question.
namespace fedltr {

/// A text of the owner's that the attacker knows, by its number.
struct PlacedText {
  std::uint32_t text = 0;      ///< place in the collection
  std::uint32_t document = 0;  ///< the owner's number
};

/// Guess of a term.
struct TermGuess {
  std::vector<TermId> terms;  ///< equally good ones, ascending; empty if
                              ///< unknown
  double log_ratio = 0;       ///< their likelihood relative to an unknown term
};

/// Attack: guesses the term, among all terms of the known texts, that best
/// explains the readings of the known documents. Log-likelihoods (CellModel)
/// add up over documents and fields in each row, and over the z1 rows with the
/// strongest evidence for the term, since the real rows are secret.
/// Known-document attacks on searchable encryption are after Islam, Kuzu and
/// Kantarcioglu (NDSS 2012) and Cash, Grubbs, Perry and Ristenpart (CCS 2015).
/// @param seed  of the attacker's own hashes
/// @return      by exchange, by place
std::vector<std::vector<TermGuess>> name_terms(
    const RelayView& view, const Collection& collection,
    std::span<const PlacedText> known, std::uint64_t seed);

/// Success of that attack, over all terms of queries (a term asked about twice
/// counts twice). Dummies are asked about as well, indistinguishable to the
/// attacker.
struct NamedTerms {
  std::size_t asked = 0;    ///< terms of queries
  std::size_t dummies = 0;  ///< further terms in the questions
  /// Share of right guesses; one of k equally good guesses counts 1 / k.
  Measured right;
  /// `sure`: share, including dummies, whose likelihood ratio exceeds 20 times
  /// the number of terms times that of sets of z1 rows to choose from.
  /// `right_of_sure`: share of these that are right, a dummy never (NaN if
  /// there are none). A term of no known text can be mistaken for one that
  /// occurs with it.
  double sure = 0;
  double right_of_sure = 0;
  double possible = 0;  ///< share that is in a known text
  /// Baseline for `right`: always guess the term asked about most often.
  double blind = 0;
};
NamedTerms judge(const Overheard& heard,
                 std::span<const std::vector<TermGuess>> guesses,
                 const Collection& collection,
                 std::span<const PlacedText> known);

}  // namespace fedltr
