#pragma once

#include <map>
#include <stdexcept>

#include <doctest/doctest.h>

#include "actors/conductor/run_federations.hpp"
#include "algorithms/data/synthetic.hpp"

namespace fedltr::test {

/// Remembers the results of runs.
struct Memory : Observer {
  std::map<std::uint32_t, std::vector<RoundRecord>> rounds;
  std::map<std::uint32_t, RunResult> results;

  void on_round(std::uint32_t run, const RoundRecord& record) override {
    rounds[run].push_back(record);
  }
  void on_finished(std::uint32_t run, RunResult result) override {
    results[run] = std::move(result);
  }
};

/// A learner that always throws.
struct BrokenLearner : Learner {
  std::unique_ptr<LocalLearning> begin(const VectorView&, Index,
                                       LearnerStreams&,
                                       Eigen::Ref<Vector>) const override {
    throw std::logic_error("broken on purpose");
  }
};

/// PDGD on a small synthetic set.
inline FederationPlan small_plan(std::uint32_t clients, std::uint32_t rounds,
                                 std::uint64_t seed = 1) {
  static const auto data = std::make_shared<const Dataset>(
      synthesize(custom_shape(40, 12, 6, 3), 0.5, 1));
  static const auto ranker = find(rankers(), "linear").make({6, 64});
  static const auto simulation = [] {
    ClickOptions options;
    options.grades = 3;
    return std::make_shared<const Simulation>(
        data, ranker, find(click_models(), "navigational").make(options));
  }();
  FederationPlan plan;
  plan.name = "test";
  plan.seed = seed;
  plan.simulation = simulation;
  plan.learner = find(learners(), "pdgd").make({}, ranker);
  plan.evaluation = std::make_shared<const Evaluation>(
      data, EvaluationConfig{ranker, {parse_metric("ndcg@10", {})}});
  plan.optimizer = [] { return find(server_optimizers(), "average").make(1); };
  plan.initial = Vector::Zero(6);
  plan.clients = clients;
  plan.interactions = 3;
  plan.rounds = rounds;
  return plan;
}

/// The same plan with a small network.
inline FederationPlan neural_plan(FederationPlan plan, Index hidden) {
  const auto ranker = find(rankers(), "neural").make({6, hidden});
  plan.simulation = std::make_shared<const Simulation>(
      plan.simulation->data, ranker, plan.simulation->user);
  plan.learner = find(learners(), "pdgd").make({}, ranker);
  plan.evaluation = std::make_shared<const Evaluation>(
      plan.simulation->data,
      EvaluationConfig{ranker, {parse_metric("ndcg@10", {})}});
  Rng rng(1, Purpose::kTest);
  plan.initial = ranker->draw_initial(rng);
  return plan;
}

/// Runs a plan, which must succeed.
inline Memory run(const FederationPlan& plan, std::size_t threads) {
  Memory memory;
  Interrupt interrupt;
  const auto outcome = run_federations({&plan, 1}, threads, memory, interrupt);
  CHECK(outcome.failure.empty());
  CHECK_FALSE(outcome.error);
  return memory;
}

/// Returns a factory of the attack of that name, for a plan.
inline auto attack_of(const std::string& name,
                      const AttackOptions& options = {}) {
  return [make = find(attacks(), name).make, options] { return make(options); };
}

inline bool same_records(const RoundRecord& a, const RoundRecord& b) {
  return a.round == b.round && a.interactions == b.interactions &&
         a.metrics == b.metrics && a.online == b.online &&
         a.online_discounted == b.online_discounted && a.clients == b.clients &&
         a.refused == b.refused && a.bytes_up == b.bytes_up &&
         a.bytes_down == b.bytes_down;
}

}  // namespace fedltr::test
