#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "algorithms/privacy/accountant.hpp"

namespace fedltr {

/// What one release about one document is worth, and how much of it there may
/// be.
struct ReleaseConfig {
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
/// would pass it is not released. It is dealt evenly to the askers, so that
/// none is refused for how fast another one asks.
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

  /// @param askers   numbers that askers have: 0 to one less
  /// @param sharing  of them share the budget, at least 1; 0 = all (an owner's
  ///                 own number needs no share)
  ReleaseLedger(ReleaseConfig config, std::uint32_t documents,
                std::uint32_t askers, std::uint32_t sharing = 0);

  /// Charges releases unless the asker's share of the document's budget is too
  /// small for them: then false, and nothing may be released.
  [[nodiscard]] bool charge(std::uint32_t document, std::uint32_t asker,
                            std::uint32_t releases = 1);

  /// Enters what was spent on a document before: so much of its budget is gone,
  /// the rest is dealt to the askers. To be called before the first charge.
  /// @param same   releases of this guarantee
  /// @param other  epsilon of all others together, which adds up
  void spend(std::uint32_t document, std::uint64_t same, double other);
  /// Releases nothing more to an asker.
  void close(std::uint32_t asker);

  /// Takes an asker off the account, and closes it. What it asked until it was
  /// excluded hangs on the moment; an account may not.
  void leave_out(std::uint32_t asker);

  std::uint32_t releases(std::uint32_t document, std::uint32_t asker) const;
  std::uint64_t releases(std::uint32_t document) const;

  /// Releases that the budget allows for a document to each asker; the largest
  /// number if there is no budget.
  std::uint64_t allowed() const { return allowed_; }
  /// Releases, of all documents.
  std::uint64_t refused() const;

  Account account(std::uint32_t document) const;

  /// The document most is told about; of equal ones the first.
  Account worst() const;

  const ReleaseConfig& config() const { return config_; }

 private:
  std::uint64_t within(double other);
  double composed(std::uint64_t releases);

  ReleaseConfig config_;
  std::uint32_t askers_;
  std::uint32_t sharing_;
  /// Epsilon of so many releases, each of which takes up to a second to
  /// compose: what documents of different pasts may still tell is searched for
  /// among the same numbers.
  std::map<std::uint64_t, double> composed_;
  std::uint64_t allowed_;
  std::map<std::uint32_t, std::uint64_t> left_;  ///< by document, not allowed_
  std::vector<std::uint32_t> counts_;            ///< #documents by #askers
  std::vector<std::uint64_t> refused_;           ///< by asker
  std::vector<bool> closed_;                     ///< by asker
};

}  // namespace fedltr
