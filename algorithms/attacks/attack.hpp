#pragma once

#include <cstdint>
#include <functional>

#include "algorithms/core/linalg.hpp"
#include "algorithms/core/method.hpp"
#include "algorithms/core/rng.hpp"

namespace fedltr {

/// What colluding attackers know in a round, and have to answer.
struct AttackInput {
  const Vector& global;  ///< the model before the round
  /// Honest local models: what the attackers' own clients learned, and with
  /// full knowledge, below, what everybody else did. #known by #parameters
  const Matrix& honest;
  Index attackers = 1;        ///< the first rows of `honest` are theirs
  std::uint32_t clients = 1;  ///< taking part, attackers among them
  /// Malicious clients the rule assumes.
  std::uint32_t assumed = 0;
  Rng rng;
};

struct AttackOptions {
  double strength = 0;  ///< 0: the attack's own default
};

/// What the attackers send instead: #attackers by #parameters.
using Attack = std::function<Matrix(const AttackInput&)>;
/// Empty for attacks on data, which need no answer.
using AttackFactory = std::function<Attack(const AttackOptions&)>;

/// All attacks by name; `none` and `click-poison` make none.
const Methods<AttackFactory>& attacks();

/// Mean and standard deviation (of the population) by column.
struct Moments {
  Vector mean;
  Vector deviation;
};
Moments moments_of(const Matrix& rows);

/// The same row for each attacker.
Matrix for_all(const Vector& model, Index attackers);

}  // namespace fedltr
