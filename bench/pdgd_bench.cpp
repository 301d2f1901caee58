// One PDGD interaction: query, scores, Plackett-Luce list, online nDCG, clicks,
// gradient, step.
#include <benchmark/benchmark.h>

#include "algorithms/data/synthetic.hpp"
#include "algorithms/online/pdgd.hpp"

namespace fedltr {
namespace {

struct World {
  World(Index queries, Index documents, Index features, const char* clicks,
        Storage storage = Storage::kFloat64)
      : data(std::make_shared<Dataset>(kept_as(
            storage,
            synthesize(custom_shape(queries, documents, features, 3), 1, 1)))),
        ranker(find(rankers(), "linear").make({features, 64})),
        simulation(data, ranker, find(click_models(), clicks).make(three())) {}

  static ClickOptions three() {
    ClickOptions options;
    options.grades = 3;
    return options;
  }

  std::shared_ptr<Dataset> data;
  std::shared_ptr<const Ranker> ranker;
  Simulation simulation;
};

/// Runs a client's rounds of four interactions from a trained model.
void run_rounds(benchmark::State& state, const World& world) {
  constexpr Index kInteractions = 4;
  const auto learner = find(learners(), "pdgd").make({}, world.ranker);
  Session session;
  session.enter(world.simulation);
  Vector learned = Vector::Zero(world.ranker->size());
  Streams streams(1, 0, 0);
  learner->learn(Vector::Zero(learned.size()), 2000, streams, session, learned);
  Vector model = learned;
  std::uint32_t client = 0;
  for (auto _ : state) {
    Streams own(1, ++client, 1);
    benchmark::DoNotOptimize(
        learner->learn(learned, kInteractions, own, session, model));
  }
  state.SetItemsProcessed(state.iterations() * kInteractions);
}

void BM_pdgd_interaction(benchmark::State& state, const char* clicks) {
  const World world(400, state.range(0), state.range(1), clicks);
  run_rounds(state, world);
}

BENCHMARK_CAPTURE(BM_pdgd_interaction, perfect, "perfect")->Args({19, 46});
BENCHMARK_CAPTURE(BM_pdgd_interaction, navigational, "navigational")
    ->ArgNames({"documents", "features"})
    ->Args({19, 46})
    ->Args({120, 136});
BENCHMARK_CAPTURE(BM_pdgd_interaction, informational, "informational")
    ->Args({19, 46});

/// On 2,000 queries of MSLR's shape, too large for any cache, and on 50.
void BM_pdgd_storage(benchmark::State& state, Storage storage) {
  const World world(state.range(0), 120, 136, "navigational", storage);
  run_rounds(state, world);
}

BENCHMARK_CAPTURE(BM_pdgd_storage, float64, Storage::kFloat64)
    ->ArgName("queries")
    ->Arg(50)
    ->Arg(2000);
BENCHMARK_CAPTURE(BM_pdgd_storage, float32, Storage::kFloat32)
    ->Arg(50)
    ->Arg(2000);
BENCHMARK_CAPTURE(BM_pdgd_storage, sparse64, Storage::kSparse64)
    ->Arg(50)
    ->Arg(2000);

void BM_sample_ranking(benchmark::State& state) {
  const Index size = state.range(0);
  Rng rng(1, Purpose::kTest);
  Vector scores(size);
  for (double& score : scores) score = rng.normal();
  const Vector exp_scores = (scores.array() - scores.maxCoeff()).exp();
  PlackettLuceScratch scratch;
  std::array<Index, 10> ranking{};
  for (auto _ : state) {
    sample_ranking(scores, exp_scores, rng, ranking, scratch);
    benchmark::DoNotOptimize(ranking);
  }
}
BENCHMARK(BM_sample_ranking)->ArgName("documents")->Arg(19)->Arg(120);

}  // namespace
}  // namespace fedltr
