#pragma once

#include <map>
#include <memory>

#include "algorithms/aggregation/robust.hpp"

namespace fedltr {

/// A rule that sees each client's momentum in place of its update:
/// m = (1 - factor) update + factor m, which begins as its first update. An
/// attacker then has to push for many rounds in one direction, while the honest
/// clients' noise averages out and with it the differences in which attacks
/// hide.
///
/// Karimireddy, He and Jaggi, "Learning from history for Byzantine robust
/// optimization" (ICML 2021), algorithm 2. Differs: the server keeps the
/// momenta, which gives attackers no more power, for their updates are
/// unbounded in the paper too, and a client that takes part in some rounds
/// only keeps its momentum from the last of them.
class WorkerMomentum final : public RobustRule {
 public:
  /// @param factor  from 0 to below 1
  WorkerMomentum(std::unique_ptr<RobustRule> rule, double factor)
      : rule_(std::move(rule)), factor_(factor) {}

  Vector aggregate(const LocalModels& local,
                   std::span<double> selection) override;
  void exchange(Archive& archive) override;

 private:
  std::unique_ptr<RobustRule> rule_;
  double factor_;
  std::map<std::uint32_t, Vector> momenta_;  ///< by client
};

/// Puts worker momentum before a rule; returns the rule itself for a factor of
/// 0.
std::unique_ptr<RobustRule> with_momentum(std::unique_ptr<RobustRule> rule,
                                          double factor);

}  // namespace fedltr
