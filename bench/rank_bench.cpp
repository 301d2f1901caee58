// `fedltr rank` without its files: LETOR text of 136 features to scores, on one
// core. Goal: 5 million documents a minute, 83,333 a second.
#include <algorithm>
#include <sstream>

#include <benchmark/benchmark.h>

#include "algorithms/data/letor_stream.hpp"
#include "algorithms/data/normalize.hpp"
#include "algorithms/data/synthetic.hpp"
#include "algorithms/ranking/ranker.hpp"

namespace fedltr {
namespace {

void BM_rank_letor(benchmark::State& state) {
  DataShape shape = *std::ranges::find(data_shapes(), "mslr", &DataShape::name);
  shape.queries = 200;
  const Dataset data = synthesize(shape, 1, 1);
  std::vector<Index> all(200);
  for (Index i = 0; i < 200; ++i) all[static_cast<std::size_t>(i)] = i;
  std::ostringstream out;
  write_letor(out, data, all);
  const std::string text = out.str();
  const bool neural = state.range(0) > 0;
  const auto ranker = find(rankers(), neural ? "neural" : "linear")
                          .make({data.features(), Index{state.range(0)}});
  Rng rng(1, Purpose::kTest);
  const Matrix model = ranker->draw_initial(rng).transpose();
  Matrix scores(1, longest_query(data));
  for (auto _ : state) {
    LetorStream stream(1, data.features());
    stream.begin_file("bench");
    const auto score = [&](Dataset piece) {
      normalize_query_minmax(piece);
      for (Index query = 0; query < piece.queries(); ++query)
        ranker->score_many(model, piece.features_of(query),
                           scores.leftCols(piece.size(query)));
    };
    for (std::size_t at = 0; at < text.size(); at += 1 << 20)
      score(stream.feed(std::string_view(text).substr(at, 1 << 20)));
    score(stream.end_file());
    benchmark::DoNotOptimize(scores.data());
  }
  state.SetItemsProcessed(state.iterations() * data.documents());
}
BENCHMARK(BM_rank_letor)
    ->ArgName("hidden")
    ->Arg(0)
    ->Arg(64)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace fedltr
