#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "app/schema/choices.hpp"

// Rules that a scenario must keep, in files beside the keys they check: each is
// an `if` that returns the conflict it finds.
namespace fedltr {

/// A conflict and the place of its rule, by which tests find rules that they
/// don't break.
struct BrokenRule : Conflict {
  const char* file = "";
  int line = 0;
};
using Found = std::optional<BrokenRule>;

/// Error about a key's value; empty if there is none.
using Complaint = std::optional<std::string>;

/// Returns the conflict of this key. @param file, line  of the caller
inline BrokenRule conflict(std::string key, std::string what,
                           const char* file = __builtin_FILE(),
                           int line = __builtin_LINE()) {
  return {{std::move(key), std::move(what)}, file, line};
}

/// Returns the first conflict that any of these functions finds, in order.
Found first_conflict(const Choices& choices,
                     std::initializer_list<Found (*)(const Choices&)> rules);

/// Returns the first rule that a scenario breaks.
Found broken_rule(const Choices& choices);

Found data_conflict(const Choices& choices);
Found learning_conflict(const Choices& choices);
Found logging_conflict(const Choices& choices);
Found privacy_conflict(const Choices& choices);
Found heterogeneity_conflict(const Choices& choices);
Found defence_conflict(const Choices& choices);
Found unlearning_conflict(const Choices& choices);
Found fault_conflict(const Choices& choices);
Found synthetic_conflict(const Choices& choices);
Found secure_conflict(const Choices& choices);
Found silo_conflict(const Choices& choices);
Found members_conflict(const Choices& choices);
Found silo_defence_conflict(const Choices& choices);

// Return what a robust rule's condition forbids, whatever
// `aggregation.condition` is.

/// Number of clients of a round.
Found unmet_by_clients(const Choices& choices);
/// Parties of a [silo].
Found unmet_by_parties(const Choices& choices);
/// Minimum number of updates of a round with faults.
Found unmet_by_updates(const Choices& choices);
/// Clients of a round once some have left.
Found unmet_by_stayers(const Choices& choices);

/// Returns what a condition forbids, with the key that allows it; empty if it
/// is allowed.
Found unless_allowed(const Choices& choices, Found unmet);

/// Returns the key of the searches under one model of the chosen learner.
std::string batch_key(const Choices& choices);

/// Finds a client number that does not exist. @param clients  ascending
Complaint unknown_client(const Scenario& scenario,
                         const std::vector<std::uint32_t>& clients);

}  // namespace fedltr
