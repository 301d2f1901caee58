#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/privacy/accountant.hpp"

namespace fedltr {

/// What one release about one document is worth, and how much of it there may
/// be.
struct ReleaseTerms {
  double claimed = kNoBound;  ///< epsilon of a release, as the paper says
  Guarantee guarantee;        ///< of a release
  double delta = 1e-6;
  double budget = kNoBound;  ///< accounted epsilon that a document may reach
};

/// An owner's account of what it told about each of its documents, and to whom:
/// four bytes for each pair of a document and an asker.
///
/// A document's figure is over all askers, who may put together what they were
/// told; the relay has it all anyway. The budget holds for that figure: what
/// would pass it is not released.
class ReleaseLedger {
 public:
  /// What is told about a document: `claimed` is the sum that the paper's
  /// figure gives by basic composition, which it leaves unsaid.
  struct Account {
    std::uint32_t document = 0;
    std::uint64_t releases = 0;
    double claimed = 0;
    Composition accounted;
  };

  ReleaseLedger(ReleaseTerms terms, std::uint32_t documents,
                std::uint32_t askers);

  /// Charges releases unless the document's budget is too small for them: then
  /// false, and nothing may be released.
  bool charge(std::uint32_t document, std::uint32_t asker,
              std::uint32_t releases = 1);

  std::uint32_t releases(std::uint32_t document, std::uint32_t asker) const;
  std::uint64_t releases(std::uint32_t document) const;

  /// Releases that the budget allows for a document; the largest number if
  /// there is no budget.
  std::uint64_t allowed() const { return allowed_; }
  std::uint64_t refused() const { return refused_; }  ///< releases, of all

  Account account(std::uint32_t document) const;

  /// The document most is told about; of equal ones the first.
  Account worst() const;

  const ReleaseTerms& terms() const { return terms_; }

 private:
  ReleaseTerms terms_;
  std::uint32_t askers_;
  std::uint64_t allowed_;
  std::uint64_t refused_ = 0;
  std::vector<std::uint32_t> counts_;  ///< #documents by #askers
};

}  // namespace fedltr
