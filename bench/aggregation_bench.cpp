// A round of each robust rule: 1000 clients with networks of 4500 parameters,
// and 10 clients with linear rankers.
#include <numeric>

#include <benchmark/benchmark.h>

#include "algorithms/aggregation/aggregation.hpp"
#include "algorithms/core/rng.hpp"

namespace fedltr {
namespace {

void BM_rule(benchmark::State& state, const char* name) {
  const Index clients = state.range(0);
  const Index parameters = state.range(1);
  Rng rng(1, Purpose::kTest);
  Matrix models(clients, parameters);
  for (double& value : models.reshaped<Eigen::RowMajor>()) value = rng.normal();
  RuleOptions options;
  options.malicious = static_cast<std::uint32_t>((clients - 3) / 5);
  options.trusted = [](const Vector& global, std::uint32_t) -> Vector {
    return global + Vector::Ones(global.size());
  };
  const auto rule = make_robust_rule(name, "none", options);
  std::vector<std::uint32_t> ids(static_cast<std::size_t>(clients));
  std::iota(ids.begin(), ids.end(), 0U);
  std::vector<double> selection(ids.size());
  const Vector global = Vector::Zero(parameters);
  std::uint32_t round = 0;
  for (auto _ : state)
    benchmark::DoNotOptimize(
        rule->aggregate({models, ids, global, ++round}, selection));
}

}  // namespace

void register_rules() {
  for (const auto& rule : aggregation_rules()) {
    if (!rule.make) continue;
    const std::string name = "BM_rule/" + rule.name;
    benchmark::RegisterBenchmark(
        name.c_str(),
        [&rule](benchmark::State& state) { BM_rule(state, rule.name.c_str()); })
        ->Args({10, 46})
        ->Args({1000, 4500})
        ->Unit(benchmark::kMillisecond);
  }
}

}  // namespace fedltr
