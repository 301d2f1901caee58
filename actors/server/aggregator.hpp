#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "actors/plan.hpp"
#include "algorithms/core/archive.hpp"
#include "algorithms/federation/block.hpp"

namespace fedltr {

/// Updates that a robust rule rejected in a round: it gave them less than half
/// of their weight in a plain mean.
struct RuleVerdict {
  std::vector<std::uint32_t> clients;  ///< ascending
  std::uint64_t attackers = 0;         ///< rejected clients that attacked
};

/// Verdicts of a robust rule on a client over the run.
struct ClientVerdicts {
  Verdicts honest;       ///< in rounds in which it was honest
  Verdicts attacking;    ///< in rounds in which it attacked
  double selection = 0;  ///< sum of its selection weights

  void exchange(Archive& archive) { archive(honest, attacking, selection); }
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

  /// The next model, and what the rule rejected.
  struct Step {
    Vector model;
    RuleVerdict verdict = {};
  };
  /// Steps by the weighted mean.
  /// @param sum  of weight above 0
  Step step(const RoundSpec& spec, const Vector& model, const PartialSum& sum);
  /// Steps by the robust rule.
  /// @param eligible  clients that might have sent an update, ascending; empty
  ///                  means all
  Step step(const RoundSpec& spec, const Vector& model, const ClientRows& rows,
            std::span<const std::uint32_t> eligible = {});

  /// Forgets earlier rounds: the model restarts.
  void reset();
  /// Resets the rule, so that it forgets removed clients.
  void reset_rule();

  /// Verdicts by client; of those judged by a robust rule.
  const std::map<std::uint32_t, ClientVerdicts>& verdicts() const {
    return verdicts_;
  }

  void exchange(Archive& archive);

 private:
  RuleVerdict judge(const RoundSpec& spec,
                    const std::vector<std::uint32_t>& clients,
                    std::span<const double> selection);
  Vector moved(const RoundSpec& spec, const Vector& model, Vector proposal);

  const FederationPlan* plan_;
  std::unique_ptr<ServerOptimizer> optimizer_;
  std::unique_ptr<RobustRule> rule_;  ///< null means the weighted mean
  std::map<std::uint32_t, ClientVerdicts> verdicts_;
};

}  // namespace fedltr
