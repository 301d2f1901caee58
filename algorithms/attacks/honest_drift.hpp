#pragma once

#include "algorithms/attacks/attack.hpp"

namespace fedltr {

/// Attackers' memory of the honest models they know, used to push the global
/// model back from its course.
class HonestDrift {
 public:
  /// Adds a round.
  void observe(const AttackInput& input);

  /// h, the mean of the honest models that are known in this round.
  const Vector& mean() const { return mean_; }
  /// Unit vector against the sum over the rounds, this one included, of h less
  /// the model before the round; zero if that sum is.
  Vector back() const;
  /// s, the typical distance of an honest model from what is expected: the
  /// upper median of |h_i - h| times sqrt(k / (k - 1)), for k known models; for
  /// a single one the length of its move. Smoothed over rounds, s <- .9 s + .1
  /// new.
  double typical() const { return typical_; }
  /// v, a random unit vector, drawn in the first round.
  const Vector& aside() const { return aside_; }
  /// Round of training added before the last one; 0 if there was none.
  std::uint32_t previous() const { return previous_; }
  /// Number, from 0, of the period of `rounds` rounds that a round is in.
  static std::uint32_t period_of(std::uint32_t round, std::uint32_t rounds) {
    return (round - 1) / rounds;
  }

  void exchange(Archive& archive);

 private:
  Vector mean_;
  Vector sum_;
  Vector aside_;
  double typical_ = 0;
  std::uint32_t previous_ = 0;
  std::uint32_t round_ = 0;  ///< of training, added last
};

/// Makes the models of attackers that know the drift.
using DriftCraft =
    std::function<Matrix(const AttackInput& input, const HonestDrift& drift)>;

/// An attack that remembers the drift, and nothing else.
std::unique_ptr<Attack> with_drift(DriftCraft craft);

/// B: steps against the drift.
/// @param name  ATTACK.step
Parameter push_parameter(std::string name, double usual);
/// h and a step of B typical deviations against the drift.
Vector pushed(const HonestDrift& drift, double push);

/// K: length of the deviations that cancel each other.
Parameter amplitude_parameter(double usual);

}  // namespace fedltr
