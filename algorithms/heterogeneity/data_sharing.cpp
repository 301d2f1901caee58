#include "algorithms/heterogeneity/data_sharing.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace fedltr {
namespace {

constexpr Index kWarmUpRounds = 100;
constexpr std::uint32_t kServer = 0xffffffff;  // no client has this number

/// So many of them at random, ascending.
std::vector<Index> draw_some(std::vector<Index> from, double share, Rng rng) {
  shuffle(std::span(from), rng);
  const double wanted = std::round(share * static_cast<double>(from.size()));
  from.resize(std::max<std::size_t>(1, static_cast<std::size_t>(wanted)));
  std::ranges::sort(from);
  return from;
}

std::vector<Index> all_queries(Index count) {
  std::vector<Index> all(static_cast<std::size_t>(count));
  std::iota(all.begin(), all.end(), Index{0});
  return all;
}

/// A client's documents and the shared queries, as one set.
Holding join(const Holding& own, const Dataset& train,
             const std::vector<Index>& shared) {
  auto data = std::make_shared<Dataset>(*own.data);
  data->append(select_queries(train, shared));
  std::optional<std::vector<Index>> documents = own.documents;
  if (!documents) {
    documents.emplace(all_queries(own.data->documents()));
  }
  for (const Index query : shared)
    for (Index i = train.begin(query); i < train.end(query); ++i)
      documents->push_back(i);
  return {std::move(data), std::nullopt, std::move(documents)};
}

}  // namespace

std::vector<Index> draw_global_queries(Index queries, double globally,
                                       std::uint64_t seed) {
  return draw_some(all_queries(queries), globally,
                   Rng(seed, Purpose::kSharedData, 0));
}

void share_data(Split& split, const SplitInput& input,
                const std::vector<Index>& global, double share) {
  if (split.holdings.empty()) split.holdings.push_back({input.train});
  std::vector<Holding> holdings;
  for (std::uint32_t client = 0; client < input.clients; ++client) {
    const std::vector<Index> shared = draw_some(
        global, share, Rng(input.seed, Purpose::kSharedData, client + 1));
    const Holding& own = split.holdings[client % split.holdings.size()];
    if (own.data != input.train) {
      holdings.push_back(join(own, *input.train, shared));
      continue;
    }
    auto queries = own.queries.value_or(all_queries(input.train->queries()));
    queries.insert(queries.end(), shared.begin(), shared.end());
    holdings.push_back({own.data, std::move(queries)});
  }
  split.holdings = std::move(holdings);
}

Vector warm_up(const Learner& learner, const Simulation& world,
               const Vector& initial, std::uint32_t interactions,
               std::uint64_t seed) {
  Session session;
  session.enter(world);
  Streams streams(seed, kServer, 0);
  Vector model(initial.size());
  learner.learn(initial, kWarmUpRounds * interactions, streams, session, model);
  return model;
}

}  // namespace fedltr
