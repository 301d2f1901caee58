// A whole federated run on data like MQ2008, evaluated after each round.
#include <benchmark/benchmark.h>

#include "actors/conductor/run_federations.hpp"
#include "algorithms/data/synthetic.hpp"

namespace fedltr {
namespace {

struct Ignore : Observer {
  void on_round(std::uint32_t, const RoundRecord&) override {}
  void on_finished(std::uint32_t, RunResult) override {}
};

FederationPlan make_plan(std::uint32_t clients, std::uint32_t interactions,
                         std::uint32_t rounds) {
  static const Dataset all = synthesize(data_shapes()[0], 1, 1);
  const auto part = [](std::vector<int> parts) {
    std::vector<Index> queries;
    for (const int each : parts)
      for (const Index query : part_of_five(all.queries(), each))
        queries.push_back(query);
    return std::make_shared<const Dataset>(select_queries(all, queries));
  };
  static const auto train = part({0, 1, 2});
  static const auto test = part({4});
  static const auto ranker = find(rankers(), "linear").make({46, 64});
  ClickOptions options;
  options.grades = 3;
  FederationPlan plan;
  plan.seed = 1;
  plan.simulation = std::make_shared<const Simulation>(
      train, ranker, find(click_models(), "navigational").make(options));
  plan.learner = find(learners(), "pdgd").make({}, ranker);
  plan.evaluation = std::make_shared<const Evaluation>(
      test, EvaluationConfig{ranker, {parse_metric("ndcg@10", {})}});
  plan.optimizer = [] { return find(server_optimizers(), "average").make(1); };
  plan.initial = Vector::Zero(46);
  plan.clients = clients;
  plan.interactions = interactions;
  plan.rounds = rounds;
  return plan;
}

void report(benchmark::State& state, const FederationPlan& plan) {
  state.SetItemsProcessed(state.iterations() * std::int64_t{plan.clients} *
                          plan.interactions * plan.rounds);
}

void BM_federation(benchmark::State& state) {
  const auto plan = make_plan(static_cast<std::uint32_t>(state.range(0)),
                              static_cast<std::uint32_t>(state.range(1)),
                              static_cast<std::uint32_t>(state.range(2)));
  for (auto _ : state) {
    Ignore observer;
    Interrupt interrupt;
    run_federations({&plan, 1}, static_cast<std::size_t>(state.range(3)),
                    observer, interrupt);
  }
  report(state, plan);
}
BENCHMARK(BM_federation)
    ->ArgNames({"clients", "interactions", "rounds", "threads"})
    ->Args({1000, 4, 100, 1})
    ->Args({1000, 4, 1000, 1})
    ->Args({1000, 4, 100, 2})
    ->Args({10, 5, 2000, 1})
    ->Args({10, 5, 2000, 2})
    ->Args({100000, 1, 5, 2})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

/// Measures training and then forgetting a client: the time of FedEraser and of
/// retraining beyond that of training alone, which is the first.
void BM_forgetting(benchmark::State& state) {
  static const char* const methods[] = {"", "federaser", "retrain"};
  auto plan = make_plan(10, 5, 2000);
  plan.evaluate_every = 100;
  const std::string method = methods[state.range(0)];
  state.SetLabel(method.empty() ? "training alone" : method);
  if (!method.empty()) {
    plan.unlearning.method = find(unlearning_methods(), method).make;
    plan.unlearning.requests = {{plan.rounds, {0}}};
    plan.unlearning.in_memory = 1000;
  }
  for (auto _ : state) {
    Ignore observer;
    Interrupt interrupt;
    run_federations({&plan, 1}, 1, observer, interrupt);
  }
}
BENCHMARK(BM_forgetting)
    ->ArgName("method")
    ->DenseRange(0, 2)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

void BM_evaluation(benchmark::State& state) {
  const auto plan = make_plan(1, 1, 1);
  Rng rng(1, Purpose::kTest);
  const Vector model =
      initial_parameters(*plan.simulation->ranker, Initial::kNormal, rng);
  const Matrix models = model.transpose().replicate(state.range(0), 1);
  for (auto _ : state)
    benchmark::DoNotOptimize(plan.evaluation->means_of(models));
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(BM_evaluation)
    ->ArgName("models")
    ->Arg(1)
    ->Arg(8)
    ->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace fedltr
