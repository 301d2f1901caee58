#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "algorithms/aggregation/robust.hpp"

namespace fedltr {

/// The rule by which joint training combines what its parties tell.
struct PartyRule {
  std::function<std::unique_ptr<RobustRule>()> make = {};  ///< none: the mean
  std::size_t least = 1;  ///< parties that the rule's condition needs
};

/// The mean of models, Agg of journal section 4.2.
/// @param models  one or more
Vector mean_of(std::span<const Vector> models);

/// Combines what the parties of each step tell, in place of the papers' mean.
/// A rule compares how far parties are from 0: gradients, and models that local
/// training began at 0.
class Combination {
 public:
  explicit Combination(const PartyRule& rule);

  /// @param told  one a party, of one size; of the mean one or more
  /// @throws TrainingError  for fewer than the rule needs
  Vector operator()(std::span<const Vector> told);
  /// Adds what the parties say of a model's quality: the mean, which one's word
  /// moves, or with a rule, whatever it is, the median.
  /// @param said  one a party, 0 to 1; one or more
  void add_quality(std::span<const double> said, double& sum) const;

 private:
  std::unique_ptr<RobustRule> rule_;
  std::size_t least_;
  std::uint32_t round_ = 0;
};

}  // namespace fedltr
