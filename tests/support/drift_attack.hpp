#pragma once

#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/attacks/attack.hpp"

namespace fedltr::test {

/// The same two attackers of five in every round, in one dimension: the model
/// is 1, their own are 2 and 4. So h = 3, s = 1 sqrt(2), the way back is -1,
/// and the way aside 1 or -1.
struct DriftRounds {
  explicit DriftRounds(const AttackMethod& method,
                       const ParameterValues& parameters,
                       std::uint32_t rounds = 0)
      : attack(method.make({parameters, rounds})) {}

  /// Models that the two attackers send in a round.
  /// @param unlearning  rounds of the run that `round` does not count
  Vector operator()(std::uint32_t round, std::uint32_t unlearning = 0) {
    const Vector global{{1}};
    const Matrix honest{{2}, {4}};
    const Matrix sent = attack->craft({global,
                                       honest,
                                       2,
                                       5,
                                       2,
                                       Rng(1, Purpose::kAttack, 0, round),
                                       round,
                                       {},
                                       {},
                                       unlearning});
    REQUIRE(sent.rows() == 2);
    return sent.col(0);
  }

  std::unique_ptr<Attack> attack;
};

inline const Vector kHonest{{2, 4}};
inline const double kTypical = std::sqrt(2.0);

}  // namespace fedltr::test
