#pragma once

#include <filesystem>
#include <iosfwd>
#include <optional>

#include "app/base/json_fwd.hpp"

namespace fedltr {

/// The ledger of a consortium's party, and what it is held against.
struct LedgerToAudit {
  std::filesystem::path agreement;
  std::filesystem::path ledger;
  /// The party's documents, which are attacked; none: nothing is.
  std::optional<std::filesystem::path> data;
};

/// Prints what each member was told of a party's documents in all runs of its
/// ledger, and what it could make of that: how sure the counts alone can make
/// it of the document of which it was told most, by the accounted epsilon, and
/// how near it comes to that document's counts if all it was told were answers
/// to one question, by an attack on the party's own text, beside a guess
/// without looking. All of them together stand last, as if they had pooled what
/// they know.
///
/// No bound of everything: it says why not (why_unbounded()). Not in a ledger,
/// and not in this: lengths, sums, gradients, shared means.
/// @return  what audit.json holds
/// @throws DataError   for a ledger that is not there or was changed
/// @throws UsageError  for what no consortium can run
Json audit_ledger(std::ostream& text, const LedgerToAudit& audited);

}  // namespace fedltr
