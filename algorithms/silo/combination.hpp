#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "algorithms/aggregation/robust.hpp"

namespace fedltr {

/// The rule by which joint training combines the parties' answers.
struct PartyRule {
  std::function<std::unique_ptr<RobustRule>()> make = {};  ///< empty = the mean
  std::size_t least = 1;  ///< minimum number of parties for the rule
};

/// The mean of models, Agg of journal section 4.2.
/// @param models  one or more
Vector mean_of(std::span<const Vector> models);

/// Combines the parties' answers of each step, in place of the papers' mean. A
/// rule measures distances from 0: of gradients, and of models whose local
/// training started at 0.
class Combination {
 public:
  explicit Combination(const PartyRule& rule);

  /// @param told  one per party, all of one size; for the mean one or more
  /// @throws TrainingError  for fewer parties than the rule needs
  Vector operator()(std::span<const Vector> told);
  /// Adds the parties' combined report of a model's quality to `sum`: the mean,
  /// which a single party can move, or with any rule the median.
  /// @param said  report of each party, 0 to 1; one or more
  void add_quality(std::span<const double> said, double& sum) const;

 private:
  std::unique_ptr<RobustRule> rule_;
  std::size_t least_;
  std::uint32_t round_ = 0;
};

}  // namespace fedltr
