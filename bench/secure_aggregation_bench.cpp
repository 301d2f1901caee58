// A round of secure aggregation, all clients and the server on one core: by
// stage in the counters, in seconds.
#include <algorithm>
#include <chrono>
#include <numeric>

#include <benchmark/benchmark.h>

#include "algorithms/core/rng.hpp"
#include "algorithms/privacy/secure_client.hpp"
#include "algorithms/privacy/secure_round.hpp"

namespace fedltr {
namespace {

SecretSource secrets_of(std::uint32_t client) {
  return [=](std::uint32_t round) -> Bits {
    return [rng = Rng(1, Purpose::kSecureKeys, client, round)]() mutable {
      return rng();
    };
  };
}

/// Measures the time from one stage to the next.
class Stages {
 public:
  void next(benchmark::State& state, const char* name) {
    const auto now = std::chrono::steady_clock::now();
    benchmark::Counter& counter = state.counters[name];
    counter.flags = benchmark::Counter::kAvgIterations;
    counter.value += std::chrono::duration<double>(now - last_).count();
    last_ = now;
  }

 private:
  std::chrono::steady_clock::time_point last_ =
      std::chrono::steady_clock::now();
};

/// @param ids      of the participants
/// @param dropped  number of the first of them that send shares but no update
void run_round(benchmark::State& state, std::vector<SecureClient>& clients,
               const std::vector<std::uint32_t>& ids, std::uint32_t number,
               std::uint32_t words, std::uint32_t dropped) {
  Stages stages;
  const std::span answering = std::span(ids).subspan(dropped);
  SecureRound round(ids, words, {}, graph_labels(1, number, ids));
  const auto check = [](const std::string& refusal) {
    if (!refusal.empty()) throw std::logic_error(refusal);
  };
  for (const std::uint32_t id : ids)
    check(round.accept(SecureStage::kKeys, id,
                       write_letter(clients[id].advertise())));
  stages.next(state, "keys");
  for (const std::uint32_t id : ids)
    check(round.accept(SecureStage::kShares, id,
                       write_letter(clients[id].share(
                           number, read_letter<Neighbours>(round.letter(
                                       SecureStage::kShares, id))))));
  stages.next(state, "shares");
  for (const std::uint32_t id : answering) {
    clients[id].receive(
        number, read_letter<Incoming>(round.letter(SecureStage::kMasks, id)));
    std::vector<std::uint64_t> update(words, id);
    clients[id].mask(number, update);
    check(round.add({id}, update));
  }
  stages.next(state, "masks");
  check(round.shortfall());
  for (const std::uint32_t id : answering)
    check(round.accept(SecureStage::kOpening, id,
                       write_letter(clients[id].open(
                           number, read_letter<Survivors>(round.letter(
                                       SecureStage::kOpening, id))))));
  stages.next(state, "opening");
  const auto sum = round.unmask();
  std::uint64_t expected = 0;
  for (const std::uint32_t id : answering) expected += id;
  if (!sum || (*sum)[words - 1] != expected)
    state.SkipWithError("the sum is wrong");
  stages.next(state, "unmask");
}

std::vector<SecureClient> make_clients(std::int64_t count) {
  const auto agreed = std::make_shared<AgreedPairs>();
  std::vector<SecureClient> clients;
  for (std::uint32_t id = 0; id < count; ++id)
    clients.emplace_back(id, secrets_of(id), Tolerance(), agreed);
  return clients;
}

std::vector<std::uint32_t> all_of(const std::vector<SecureClient>& clients) {
  std::vector<std::uint32_t> ids(clients.size());
  std::iota(ids.begin(), ids.end(), 0U);
  return ids;
}

/// All pairs agree.
void BM_secure_first_round(benchmark::State& state) {
  for (auto _ : state) {
    state.PauseTiming();
    auto clients = make_clients(state.range(0));
    state.ResumeTiming();
    run_round(state, clients, all_of(clients), 1,
              static_cast<std::uint32_t>(state.range(1)),
              static_cast<std::uint32_t>(state.range(2)));
  }
}

/// Any other round.
void BM_secure_round(benchmark::State& state) {
  auto clients = make_clients(state.range(0));
  const auto words = static_cast<std::uint32_t>(state.range(1));
  const auto dropped = static_cast<std::uint32_t>(state.range(2));
  std::uint32_t number = 1;
  const auto ids = all_of(clients);
  run_round(state, clients, ids, number, words, dropped);
  state.counters.clear();
  for (auto _ : state) run_round(state, clients, ids, ++number, words, dropped);
}

/// One in `share` of the clients takes part, different ones in each round.
void BM_secure_sample(benchmark::State& state) {
  auto clients = make_clients(state.range(0));
  std::uint32_t number = 0;
  const auto next = [&] {
    auto ids = all_of(clients);
    Rng rng(1, Purpose::kParticipation, 0, ++number);
    shuffle(std::span(ids), rng);
    ids.resize(ids.size() / static_cast<std::size_t>(state.range(1)));
    std::ranges::sort(ids);
    run_round(state, clients, ids, number, 136, 0);
  };
  for (int round = 0; round < 20; ++round) next();
  state.counters.clear();
  for (auto _ : state) next();
}

BENCHMARK(BM_secure_first_round)
    ->ArgNames({"clients", "parameters", "dropped"})
    ->Args({1000, 136, 0})
    ->Args({1000, 136, 100})
    ->Args({10000, 136, 0})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(BM_secure_round)
    ->ArgNames({"clients", "parameters", "dropped"})
    ->Args({1000, 136, 0})
    ->Args({1000, 136, 100})
    ->Args({100, 136, 0})
    ->Unit(benchmark::kMillisecond);

BENCHMARK(BM_secure_sample)
    ->ArgNames({"clients", "share"})
    ->Args({2000, 2})
    ->Args({4000, 10})
    ->Iterations(10)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace fedltr
