#pragma once

#include <filesystem>
#include <iosfwd>
#include <optional>

#include "app/base/json_fwd.hpp"

namespace fedltr {

/// Ledger of a consortium's party, with the files to audit it against.
struct LedgerToAudit {
  std::filesystem::path agreement;
  std::filesystem::path ledger;
  /// The party's documents, to attack; empty if nothing is attacked.
  std::optional<std::filesystem::path> data;
};

/// Prints the answers that each member received about a party's documents in
/// all runs of the party's ledger, and what the member could infer from them.
/// For the document with the most answers, by accounted epsilon: how certain
/// the counts alone can make the member, and how close an attack on the party's
/// own text comes to the document's counts, if all answers were answers to one
/// question, beside a guess without looking. The last row is for all members
/// together, as if they had pooled their answers.
///
/// Does not bound everything: it prints why (why_unbounded()). The ledger and
/// this audit leave out lengths, sums, gradients and shared means.
/// @return  the content of audit.json
/// @throws DataError   for a ledger that is missing or was changed
/// @throws UsageError  for an agreement that no consortium can run
Json audit_ledger(std::ostream& text, const LedgerToAudit& audited);

}  // namespace fedltr
