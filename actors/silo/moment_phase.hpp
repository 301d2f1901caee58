#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "actors/silo/envelope.hpp"

namespace fedltr {

/// Adds up the masked moments of parties, asked anew whenever one is out: masks
/// of those who are left do not cancel in what came before.
class MomentPhase {
 public:
  /// Asks, forgetting earlier answers.
  void ask();
  /// Number of the last request; 0: none was made.
  std::uint32_t request() const { return request_; }

  /// @throws std::invalid_argument for moments of another size
  void take(std::uint32_t party, MaskedMoments moments);

  /// The sum; none: it is not one that so many parties can have.
  std::optional<MomentSum> sum() const;

 private:
  std::uint32_t request_ = 0;
  std::map<std::uint32_t, MaskedMoments> moments_;  ///< by party
};

}  // namespace fedltr
