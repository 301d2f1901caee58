// Sketches of a 1,000-term document with a Zipf vocabulary of 100,000, the RTK
// sketch of the papers' size (z = 30, w = 200, K = 150, alpha = 5) and queries
// to it.
//
// A term update is one occurrence of a term that is counted in all z rows, or
// "pair" below: one (term, count) of a document, all z rows too.
#include <algorithm>
#include <numeric>

#include <benchmark/benchmark.h>

#include "algorithms/core/rng.hpp"
#include "algorithms/sketch/reverse_top_k.hpp"
#include "algorithms/sketch/sketch.hpp"

namespace fedltr {
namespace {

using Field = std::vector<TermCount>;

constexpr std::uint32_t kTerms = 100000;

/// Draws terms with probability proportional to 1 / (rank + 1).
class Zipf {
 public:
  Zipf() : sums_(kTerms) {
    double sum = 0;
    for (std::uint32_t i = 0; i < kTerms; ++i) sums_[i] = sum += 1.0 / (i + 1);
  }
  TermId draw(Rng& rng) const {
    const double at = rng.uniform() * sums_.back();
    return static_cast<TermId>(std::ranges::upper_bound(sums_, at) -
                               sums_.begin());
  }

 private:
  std::vector<double> sums_;
};

std::vector<Field> documents(std::uint32_t count) {
  const Zipf zipf;
  std::vector<Field> fields(count);
  for (std::uint32_t d = 0; d < count; ++d) {
    Rng rng(1, Purpose::kTest, d);
    std::vector<TermId> terms(1000);
    for (TermId& term : terms) term = zipf.draw(rng);
    std::ranges::sort(terms);
    for (const TermId term : terms) {
      if (fields[d].empty() || fields[d].back().term != term)
        fields[d].push_back({term, 0});
      ++fields[d].back().count;
    }
  }
  return fields;
}

TermSpots spots_of(std::uint32_t rows, std::uint32_t columns) {
  std::vector<std::uint64_t> fingerprints(kTerms);
  Rng rng(1, Purpose::kTest, 1, 1);
  for (auto& fingerprint : fingerprints) fingerprint = rng();
  return {RowHashes(Secret{1}, rows, columns), fingerprints};
}

void BM_sketch_pairs(benchmark::State& state) {
  const SketchShape shape{SketchKind::kCount,
                          static_cast<std::uint32_t>(state.range(0)),
                          static_cast<std::uint32_t>(state.range(1))};
  const TermSpots spots = spots_of(shape.rows, shape.columns);
  const auto fields = documents(2000);
  Sketch sketch(shape);
  std::int64_t pairs = 0;
  std::int64_t occurrences = 0;
  std::size_t next = 0;
  for (auto _ : state) {
    const Field& field = fields[next];
    next = (next + 1) % fields.size();
    sketch.clear();
    sketch.add(field, spots);
    benchmark::DoNotOptimize(sketch.cells().data());
    pairs += static_cast<std::int64_t>(field.size());
    occurrences += 1000;
  }
  state.SetItemsProcessed(pairs);
  state.counters["occurrences/s"] = benchmark::Counter(
      static_cast<double>(occurrences), benchmark::Counter::kIsRate);
}
BENCHMARK(BM_sketch_pairs)->Args({10, 200})->Args({10, 1000})->Args({30, 200});

void BM_rtk_insert(benchmark::State& state) {
  const SketchShape shape{SketchKind::kCount, 30, 200};
  const TermSpots spots = spots_of(shape.rows, shape.columns);
  const auto fields = documents(36400);
  std::size_t bytes = 0;
  for (auto _ : state) {
    RtkSketch rtk(shape, 750);
    Sketch sketch(shape);
    for (std::uint32_t d = 0; d < fields.size(); ++d) {
      sketch.clear();
      sketch.add(fields[d], spots);
      rtk.insert(d, sketch);
    }
    bytes = rtk.bytes();
  }
  state.SetItemsProcessed(state.iterations() *
                          static_cast<std::int64_t>(fields.size()));
  state.counters["MB"] = static_cast<double>(bytes) / 1e6;
}
BENCHMARK(BM_rtk_insert)->Unit(benchmark::kMillisecond);

/// A data owner of 36,400 documents.
struct Owner {
  Owner() {
    Sketch sketch(shape);
    for (std::uint32_t d = 0; d < fields.size(); ++d) {
      sketch.clear();
      sketch.add(fields[d], spots);
      rtk.insert(d, sketch);
      stored.emplace_back(sketch);
    }
  }
  /// Makes a query for a term of medium frequency, with all rows real.
  TermQuery query(TermId term) const {
    Rng rng(1, Purpose::kTest, term, 2);
    const Bits bits = [&rng] { return rng(); };
    return make_query(term, spots, draw_rows(shape.rows, {shape.rows}, bits),
                      {shape.rows}, bits);
  }

  SketchShape shape{SketchKind::kCount, 30, 200};
  TermSpots spots = spots_of(shape.rows, shape.columns);
  std::vector<Field> fields = documents(36400);
  RtkSketch rtk{shape, 750};
  std::vector<DocumentSketch> stored;
};

Owner& owner() {
  static Owner owner;
  return owner;
}

void BM_rtk_query(benchmark::State& state) {
  Owner& o = owner();
  SoftIntersection intersection;
  TermId term = 0;
  for (auto _ : state) {
    const TermQuery query = o.query(50 + term++ % 1000);
    benchmark::DoNotOptimize(
        intersection.top(o.rtk, query, {150, 0.1}, {}, {}));
  }
  state.counters["MB"] = static_cast<double>(o.rtk.bytes()) / 1e6;
}
BENCHMARK(BM_rtk_query)->Unit(benchmark::kMicrosecond);

void BM_rtk_lists_moved(benchmark::State& state) {
  Owner& o = owner();
  SoftIntersection intersection;
  TermId term = 0;
  for (auto _ : state) {
    const TermQuery query = o.query(50 + term++ % 1000);
    const RtkAnswer lists = answer(o.rtk, query, {}, {});
    benchmark::DoNotOptimize(
        intersection.top(o.shape.kind, query, lists, {150, 0.1}));
  }
}
BENCHMARK(BM_rtk_lists_moved)->Unit(benchmark::kMicrosecond);

/// Algorithm 3 on sketches that the owner stores.
void BM_naive_stored(benchmark::State& state, const char* kind) {
  Owner& o = owner();
  const SketchNoise noise = make_sketch_noise(kind, {});
  Rng rng(1, Purpose::kTest, 0, 3);
  const Bits bits = [&rng] { return rng(); };
  TermId term = 0;
  for (auto _ : state)
    benchmark::DoNotOptimize(
        naive_top_k(o.stored, o.query(50 + term++ % 1000), 150, noise, bits));
  std::size_t bytes = 0;
  for (const auto& sketch : o.stored) bytes += sketch.bytes();
  state.counters["MB"] = static_cast<double>(bytes) / 1e6;
}
BENCHMARK_CAPTURE(BM_naive_stored, off, "off")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_naive_stored, sound, "sound")
    ->Unit(benchmark::kMillisecond);

/// Algorithm 3 as printed: the owner makes each sketch on request (line 1 of
/// Algorithm 2).
void BM_naive_as_printed(benchmark::State& state) {
  Owner& o = owner();
  TermId term = 0;
  Sketch sketch(o.shape);
  for (auto _ : state) {
    const TermQuery query = o.query(50 + term++ % 1000);
    benchmark::DoNotOptimize(naive_top_k(36400, 150, [&](std::uint32_t d) {
      sketch.clear();
      sketch.add(o.fields[d], o.spots);
      return estimate(o.shape.kind, query,
                      answer(sketch, query.columns, {}, {}));
    }));
  }
}
BENCHMARK(BM_naive_as_printed)->Unit(benchmark::kMillisecond);

void BM_rtk_erase(benchmark::State& state) {
  Owner& o = owner();
  Sketch sketch(o.shape);
  std::uint32_t document = 0;
  for (auto _ : state) {
    sketch.clear();
    sketch.add(o.fields[document], o.spots);
    o.rtk.erase(document, sketch);
    if (++document == 20000) state.SkipWithError("nothing left to delete");
  }
}
BENCHMARK(BM_rtk_erase)->Unit(benchmark::kMicrosecond)->Iterations(2000);

}  // namespace
}  // namespace fedltr
