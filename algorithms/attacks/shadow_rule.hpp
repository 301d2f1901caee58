#pragma once

#include <memory>
#include <string>

#include "algorithms/attacks/attack.hpp"

namespace fedltr {

/// The attackers' own copy of the server's rule: they try on it what they might
/// send. It remembers rounds as the rule does: with full knowledge it is in
/// the server's state, as long as every update arrives; else it has neither
/// what the server draws nor its root data (AttackOptions::rule).
class ShadowRule {
 public:
  using Make = std::function<std::unique_ptr<RobustRule>()>;

  /// @param make  of the rule; empty: the mean, all clients weighing the same
  explicit ShadowRule(const Make& make);

  /// What the rule would make of a round now; remembers nothing of it.
  Vector outcome(const LocalModels& local);
  /// Takes in a round as it was sent.
  void take(const LocalModels& local);
  void exchange(Archive& archive);

 private:
  Vector aggregate(const LocalModels& local);
  void restore();

  std::unique_ptr<RobustRule> rule_;
  std::string state_;  ///< before the round
};

/// A round as attackers see it coming: their own rows, and those of the others
/// as they are known or, with partial knowledge, imagined: normal draws with
/// mean and covariance of the honest models they know, by clients of the lowest
/// numbers that are left.
class ExpectedRound {
 public:
  explicit ExpectedRound(const AttackInput& input);

  /// Mean of the others' models; without others of those that are known.
  const Vector& honest_mean() const { return honest_mean_; }
  /// The round, if every attacker sends this.
  LocalModels with(const Vector& sent);

 private:
  const AttackInput* input_;
  Matrix models_;  ///< by client
  std::vector<std::uint32_t> clients_;
  std::vector<Index> attackers_;  ///< their rows
  Vector honest_mean_;
};

}  // namespace fedltr
