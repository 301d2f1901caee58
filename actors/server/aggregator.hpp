#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "actors/plan.hpp"
#include "actors/server/round_collector.hpp"
#include "algorithms/core/archive.hpp"

namespace fedltr {

/// Updates that a robust rule rejected in a round: it gave them less than half
/// of their weight in a plain mean.
struct RuleVerdict {
  std::vector<std::uint32_t> clients;  ///< ascending
  std::uint64_t attackers = 0;         ///< rejected clients that attacked
};

/// Verdicts of a robust rule on a client over the run.
struct ClientVerdicts {
  Verdicts honest;     ///< in rounds in which it was honest
  Verdicts attacking;  ///< in rounds in which it attacked
  double weight = 0;   ///< sum of its selection weights

  void exchange(Archive& archive) { archive(honest, attacking, weight); }
};

/// Makes the next model from a round's updates: takes their weighted mean or
/// the aggregate of a robust rule, then a step of the server's optimizer.
class Aggregator {
 public:
  /// @param plan  outlives it
  explicit Aggregator(const FederationPlan& plan);

  /// True if a robust rule looks at each update of such a round. The rule does
  /// not judge unlearned clients by its knowledge of all others.
  bool is_robust(const RoundSpec& spec) const {
    return rule_ && spec.task != Task::kAscent;
  }

  /// Returns the next model.
  /// @param sum      of weight above 0
  /// @param updates  in a round with a robust rule
  /// @param verdict  overwritten if there is one
  Vector step(const RoundSpec& spec, const Vector& model, const PartialSum& sum,
              const ClientUpdates& updates, RuleVerdict& verdict);

  /// Forgets earlier rounds: the model restarts.
  void reset();
  /// Resets the rule, so that it forgets removed clients.
  void reset_rule();

  /// Verdicts by client; empty without a robust rule.
  const std::vector<ClientVerdicts>& verdicts() const { return verdicts_; }

  void exchange(Archive& archive);

 private:
  Vector aggregate(const RoundSpec& spec, const Vector& model,
                   const ClientUpdates& updates, RuleVerdict& verdict);

  const FederationPlan* plan_;
  std::unique_ptr<ServerOptimizer> optimizer_;
  std::unique_ptr<RobustRule> rule_;  ///< null means the weighted mean
  std::vector<ClientVerdicts> verdicts_;
};

}  // namespace fedltr
