// Reading LETOR text that looks like MQ2008: bytes per second on one core.
#include <sstream>

#include <benchmark/benchmark.h>

#include "algorithms/data/letor.hpp"
#include "algorithms/data/synthetic.hpp"

namespace fedltr {
namespace {

void BM_read_letor(benchmark::State& state) {
  DataShape shape = data_shapes()[static_cast<std::size_t>(state.range(0))];
  shape.queries = state.range(1);
  const Dataset data = synthesize(shape, 1, 1);
  std::vector<Index> all(static_cast<std::size_t>(data.queries()));
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<Index>(i);
  std::ostringstream out;
  write_letor(out, data, all);
  const std::string text = out.str();
  for (auto _ : state) {
    LetorReader reader;
    reader.begin_file("bench");
    for (std::size_t at = 0; at < text.size(); at += 1 << 20)
      reader.feed(std::string_view(text).substr(at, 1 << 20));
    reader.end_file();
    benchmark::DoNotOptimize(reader.take(1, data.features()));
  }
  state.SetBytesProcessed(state.iterations() *
                          static_cast<std::int64_t>(text.size()));
}
BENCHMARK(BM_read_letor)
    ->ArgNames({"like", "queries"})
    ->Args({0, 784})
    ->Args({1, 200})
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace fedltr
