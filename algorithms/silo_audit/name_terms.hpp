#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/silo_audit/overhear.hpp"
#include "algorithms/sketch/audit_terms.hpp"

// The relay's attack on queries: it has no key, but knows some of the owner's
// texts, and sees in which of them an asked term stands.
namespace fedltr {

/// A text of the owner's that the attacker knows, by its number.
struct PlacedText {
  std::uint32_t text = 0;      ///< place in the collection
  std::uint32_t document = 0;  ///< the owner's number
};

/// What a term is taken for.
struct TermGuess {
  std::vector<TermId> terms;  ///< equally good ones, ascending; none: no idea
  double log_ratio = 0;       ///< their likelihood over that of a strange term
};

/// Attack: of all terms of the known texts, that one which explains best what
/// is read of the known documents: log-likelihoods (CellModel) add up over
/// documents and fields in each row, and over the z1 rows that speak most for
/// the term, for nobody tells which rows are real. Known-document attacks on
/// searchable encryption are after Islam, Kuzu and Kantarcioglu (NDSS 2012) and
/// Cash, Grubbs, Perry and Ristenpart (CCS 2015).
/// @param seed  of the attacker's own hashes
/// @return      by exchange, by place
std::vector<std::vector<TermGuess>> name_terms(
    const RelayView& view, const Collection& collection,
    std::span<const PlacedText> known, std::uint64_t seed);

/// How well that went, over all terms of queries (one asked for twice counts
/// twice). Dummies are asked for beside them, and the attacker can't tell.
struct NamedTerms {
  std::size_t asked = 0;    ///< terms of queries
  std::size_t dummies = 0;  ///< beside them
  /// Share that is guessed; one of k equally good guesses counts 1 / k.
  Measured right;
  /// Share, of dummies too, whose likelihood ratio is above 20 times the terms
  /// and sets of z1 rows to choose from, and share of these that is right, a
  /// dummy never (NaN: there are none). A term of no known text can be taken
  /// for one it comes with.
  double sure = 0;
  double right_of_sure = 0;
  double possible = 0;  ///< share that stands in a known text
  /// `right` of who always guesses the term that is asked for most often.
  double blind = 0;
};
NamedTerms judge(const Overheard& heard,
                 std::span<const std::vector<TermGuess>> guesses,
                 const Collection& collection,
                 std::span<const PlacedText> known);

}  // namespace fedltr
