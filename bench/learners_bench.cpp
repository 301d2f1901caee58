// A client's round of four searches with each learner and ranker, MQ2008's
// shape, and the server's handling of the message.
#include <benchmark/benchmark.h>

#include "algorithms/data/synthetic.hpp"
#include "algorithms/online/learner.hpp"
#include "algorithms/privacy/sound.hpp"

namespace fedltr {
namespace {

void BM_learner(benchmark::State& state, const char* method,
                const char* model) {
  static const auto data =
      std::make_shared<const Dataset>(synthesize(data_shapes()[0], 1, 1));
  const Index hidden = std::string_view(model) == "neural-relu" ? 10 : 64;
  const auto ranker = find(rankers(), model).make({46, hidden});
  ClickOptions options;
  options.grades = 3;
  const Simulation simulation(
      data, ranker, find(click_models(), "navigational").make(options));
  const auto learner = find(learners(), method).make({}, ranker);
  Session session;
  session.enter(simulation);
  Rng rng(1, Purpose::kTest);
  const Vector global = ranker->draw_initial(rng);
  Vector message(learner->message_size(global.size()));
  Vector sum = Vector::Zero(global.size());
  std::uint32_t client = 0;
  for (auto _ : state) {
    Streams streams(1, ++client, 1);
    learner->learn(global, 4, streams, session, message);
    learner->add(message, 1, sum);
  }
  state.SetItemsProcessed(state.iterations() * 4);
}
BENCHMARK_CAPTURE(BM_learner, pdgd_linear, "pdgd", "linear");
BENCHMARK_CAPTURE(BM_learner, pdgd_neural64, "pdgd", "neural");
BENCHMARK_CAPTURE(BM_learner, es_linear, "es", "linear");
BENCHMARK_CAPTURE(BM_learner, es_relu10, "es", "neural-relu");
BENCHMARK_CAPTURE(BM_learner, dbgd_linear, "dbgd", "linear");
BENCHMARK_CAPTURE(BM_learner, pmgd_linear, "pmgd", "linear");

void BM_release(benchmark::State& state, const GridNoise& noise) {
  Rng rng(1, Purpose::kTest);
  const Vector global = Vector::Zero(46);
  Vector message(46);
  for (auto _ : state) {
    message.setConstant(0.1);
    noise.release(message, global, [&rng] { return rng(); });
    benchmark::DoNotOptimize(message);
  }
}
BENCHMARK_CAPTURE(BM_release, laplace46, laplace_noise(1, 1));
BENCHMARK_CAPTURE(BM_release, gaussian46, gaussian_noise(1, 1e-6, 1));

}  // namespace
}  // namespace fedltr
