#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "actors/silo/envelope.hpp"

namespace fedltr {

/// Adds up the masked moments of parties. Asks again whenever a party is
/// excluded: the remaining parties' masks do not cancel in earlier answers.
class MomentPhase {
 public:
  /// Begins a request, and forgets earlier answers.
  void ask();
  /// Number of the last request; 0 if none was made.
  std::uint32_t request() const { return request_; }

  /// @throws std::invalid_argument for moments of another size
  void take(std::uint32_t party, MaskedMoments moments);

  /// Returns the sum; nullopt if it is impossible for this number of parties.
  std::optional<MomentSum> sum() const;
  /// True if the sum is of no instance.
  bool are_none() const;

 private:
  MomentSum total() const;

  std::uint32_t request_ = 0;
  std::map<std::uint32_t, MaskedMoments> moments_;  ///< by party
};

}  // namespace fedltr
