#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "algorithms/privacy/accountant.hpp"

namespace fedltr {

/// The privacy cost of one release about one document, and the document's
/// budget.
struct ReleaseConfig {
  double claimed = kNoBound;  ///< epsilon of a release as the paper claims
  Guarantee guarantee;        ///< of a release
  double delta = 1e-6;
  double budget = kNoBound;  ///< maximum accounted epsilon of a document
};

/// An owner's account of its releases about each of its documents, per asker:
/// four bytes for each pair of a document and an asker.
///
/// A document's figure covers all askers, who may combine their answers; the
/// relay sees them all anyway. The budget applies to that figure: a release
/// that would exceed it is refused. The budget is divided evenly among the
/// askers, so that no asker is refused because another one asks faster.
class ReleaseLedger {
 public:
  /// The releases about a document; `claimed` is the sum that the paper's
  /// figure gives by basic composition, which the paper does not state.
  struct Account {
    std::uint32_t document = 0;
    std::uint64_t releases = 0;
    double claimed = 0;
    Composition accounted;
  };

  /// @param askers   number of askers, numbered from 0
  /// @param sharing  number of askers that share the budget, at least 1; 0 =
  /// all
  ///                 (an owner's own number needs no share)
  ReleaseLedger(ReleaseConfig config, std::uint32_t documents,
                std::uint32_t askers, std::uint32_t sharing = 0);

  /// Charges releases if the asker's share of the document's budget covers
  /// them; otherwise returns false, and nothing may be released.
  [[nodiscard]] bool charge(std::uint32_t document, std::uint32_t asker,
                            std::uint32_t releases = 1);

  /// Deducts earlier spending on a document from its budget and divides the
  /// rest among the askers. Call it before the first charge, and again when
  /// the spending of a period has changed.
  /// @param same   number of releases of this guarantee
  /// @param other  total epsilon of all other releases, which adds up
  void spend(std::uint32_t document, std::uint64_t same, double other);
  /// Sets the number of releases about a document to an asker whose period is
  /// over: they no longer count for the budget.
  void renew(std::uint32_t document, std::uint32_t asker, std::uint32_t over);
  /// Releases about a document that its budget still allows to an asker.
  std::uint64_t left(std::uint32_t document, std::uint32_t asker) const;
  /// Refuses all further releases to an asker.
  void close(std::uint32_t asker);

  /// Removes an asker from the account and closes it. Its questions before it
  /// was excluded depend on timing; an account must not.
  void leave_out(std::uint32_t asker);

  std::uint32_t releases(std::uint32_t document, std::uint32_t asker) const;
  std::uint64_t releases(std::uint32_t document) const;

  /// Releases that the budget allows for a document to each asker; the largest
  /// number if there is no budget.
  std::uint64_t allowed() const { return allowed_; }
  /// Number of refused releases, over all documents.
  std::uint64_t refused() const;

  Account account(std::uint32_t document) const;

  /// The document with the most releases, the first if equal.
  Account worst() const;

  const ReleaseConfig& config() const { return config_; }

 private:
  std::uint64_t within(double other);
  double composed(std::uint64_t releases);

  ReleaseConfig config_;
  std::uint32_t askers_;
  std::uint32_t sharing_;
  /// Epsilon by number of releases; each takes up to a second to compose, and
  /// the searches for documents of different pasts share the same numbers.
  std::map<std::uint64_t, double> composed_;
  std::uint64_t allowed_;
  std::map<std::uint32_t, std::uint64_t> left_;  ///< by document, if not
                                                 ///< allowed_
  std::vector<std::uint32_t> counts_;            ///< #documents by #askers
  /// By place in counts_: releases whose period is over.
  std::map<std::size_t, std::uint32_t> renewed_;
  std::vector<std::uint64_t> refused_;  ///< by asker
  std::vector<bool> closed_;            ///< by asker
};

}  // namespace fedltr
