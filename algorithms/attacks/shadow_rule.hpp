#pragma once

#include <memory>
#include <string>

#include "algorithms/attacks/attack.hpp"

namespace fedltr {

/// The attackers' own copy of the server's rule, on which they try messages. It
/// remembers rounds as the rule does: with full knowledge its state equals the
/// server's, as long as every update arrives; otherwise it has neither the
/// server's draws nor its root data (AttackOptions::rule).
class ShadowRule {
 public:
  using Make = std::function<std::unique_ptr<RobustRule>()>;

  /// @param make  makes the rule; empty: the mean, with all clients weighing
  ///              the same
  explicit ShadowRule(const Make& make);

  /// Returns the rule's result for a round, without remembering it.
  Vector outcome(const LocalModels& local);
  /// The same, with each client's selection weight, as RobustRule has it.
  Vector outcome(const LocalModels& local, std::span<double> selection);
  /// Adds a round as it was sent.
  void take(const LocalModels& local);
  void exchange(Archive& archive);

 private:
  Vector aggregate(const LocalModels& local, std::span<double> selection);
  void restore();

  std::unique_ptr<RobustRule> rule_;
  std::string state_;  ///< before the round
};

/// A round as attackers expect it: their own rows, and those of the others,
/// known or, with partial knowledge, imagined: normal draws with mean and
/// covariance of the honest models they know, for the other clients with the
/// lowest numbers.
class ExpectedRound {
 public:
  explicit ExpectedRound(const AttackInput& input);

  /// Mean of the others' models; without others that of the known ones.
  const Vector& honest_mean() const { return honest_mean_; }
  /// The round if every attacker sends `sent`.
  LocalModels with(const Vector& sent);
  /// Rows of the attackers in it.
  const std::vector<Index>& attackers() const { return attackers_; }

 private:
  const AttackInput* input_;
  Matrix models_;  ///< by client
  std::vector<std::uint32_t> clients_;
  std::vector<Index> attackers_;  ///< their rows
  Vector honest_mean_;
};

}  // namespace fedltr
