// Cost of each answer about a term in a document: its median time, and its
// bytes. Groups have 30 rows with a common draw; every other group is of a rare
// term.
#include <array>

#include <benchmark/benchmark.h>

#include "algorithms/core/rng.hpp"
#include "algorithms/silo/packed_values.hpp"
#include "algorithms/sketch/median.hpp"

namespace fedltr {
namespace {

constexpr std::size_t kRows = 30;
constexpr std::size_t kGroups = 1024;
using Group = std::array<double, kRows>;

/// @param is_signed  true for values as the querier reads them
std::vector<Group> groups(bool is_signed) {
  std::vector<Group> all(kGroups);
  for (std::uint32_t g = 0; g < kGroups; ++g) {
    Rng rng(1, Purpose::kTest, g);
    const double draw = 2 * rng.normal();
    for (double& value : all[g]) {
      const bool filled = rng.below(g % 2 == 0 ? 3 : 20) == 0;
      const double cell = filled ? static_cast<double>(rng.below(5)) - 2 : 0;
      value = cell + draw;
      if (is_signed && rng.below(2) == 0) value = -value;
    }
  }
  return all;
}

void BM_median(benchmark::State& state) {
  std::vector<Group> all = groups(true);
  std::size_t g = 0;
  for (auto _ : state) {
    Group copy = all[g++ % kGroups];
    benchmark::DoNotOptimize(median(copy));
  }
}
BENCHMARK(BM_median);

void BM_pack(benchmark::State& state) {
  const std::vector<Group> all = groups(false);
  std::size_t bytes = 0;
  for (auto _ : state) {
    ByteWriter writer;
    for (const Group& group : all) pack(std::span<const double>(group), writer);
    bytes = writer.take().size();
  }
  state.SetItemsProcessed(state.iterations() * kGroups);
  state.counters["bytes"] = static_cast<double>(bytes) / kGroups;
}
BENCHMARK(BM_pack);

void BM_unpack(benchmark::State& state) {
  ByteWriter writer;
  for (const Group& group : groups(false))
    pack(std::span<const double>(group), writer);
  const ByteVector bytes = writer.take();
  Group group;
  for (auto _ : state) {
    ByteReader reader(bytes);
    for (std::size_t g = 0; g < kGroups; ++g)
      unpack(reader, std::span<double>(group));
    benchmark::DoNotOptimize(group[0]);
  }
  state.SetItemsProcessed(state.iterations() * kGroups);
}
BENCHMARK(BM_unpack);

}  // namespace
}  // namespace fedltr
