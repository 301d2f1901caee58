#include "algorithms/heterogeneity/data_sharing.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "algorithms/core/math.hpp"
#include "algorithms/core/numbers_below.hpp"
#include "algorithms/online/learner.hpp"

namespace fedltr {
namespace {

constexpr std::uint32_t kServer = 0xffffffff;  // no client has this number

/// Draws a share of the indices at random, ascending.
std::vector<Index> draw_some(std::vector<Index> from, double share, Rng rng) {
  shuffle(std::span(from), rng);
  const double wanted = std::round(share_of(share, from.size()));
  from.resize(std::max<std::size_t>(1, static_cast<std::size_t>(wanted)));
  std::ranges::sort(from);
  return from;
}

std::vector<Index> all_indices(Index count) {
  auto all = numbers_below<Index>(count);
  return all;
}

/// Appends the places of the shared queries, which follow `first`, among all
/// global ones.
void add_shared(std::vector<Index>& queries, const std::vector<Index>& shared,
                const std::vector<Index>& global, Index first) {
  for (const Index query : shared)
    queries.push_back(
        first + (std::ranges::lower_bound(global, query) - global.begin()));
}

/// Joins a client's documents and these training queries into one set.
Holding join(const Holding& own, const Dataset& train,
             const std::vector<Index>& shared) {
  auto data = std::make_shared<Dataset>(*own.data);
  append_queries(*data, select_queries(train, shared));
  auto documents = own.documents.value_or(all_indices(own.data->documents()));
  for (const Index query : shared)
    for (Index i = train.begin(query); i < train.end(query); ++i)
      documents.push_back(i);
  Holding both{std::move(data), own.queries, std::move(documents)};
  if (both.queries)
    add_shared(*both.queries, shared, shared, own.data->queries());
  return both;
}

/// Takes the global queries, with all their documents, out of a client's own.
void take_out(Holding& own, const Dataset& train,
              const std::vector<Index>& global) {
  std::vector<bool> is_global(static_cast<std::size_t>(train.documents()));
  for (const Index query : global)
    for (Index i = train.begin(query); i < train.end(query); ++i)
      is_global[static_cast<std::size_t>(i)] = true;
  auto queries = own.queries.value_or(all_indices(own.data->queries()));
  std::erase_if(queries, [&](Index query) {
    const auto first = static_cast<std::size_t>(own.data->begin(query));
    return is_global[own.documents
                         ? static_cast<std::size_t>((*own.documents)[first])
                         : first];
  });
  own.queries = std::move(queries);
}

}  // namespace

std::vector<Index> draw_global_queries(Index queries, double globally,
                                       std::uint64_t seed) {
  return draw_some(all_indices(queries), globally,
                   Rng(seed, Purpose::kSharedData, 0));
}

void share_data(Split& split, const SplitInput& input,
                const std::vector<Index>& global, const DataSharing& sharing) {
  if (split.holdings.empty()) split.holdings.push_back({input.train});
  if (!sharing.own_global)
    for (Holding& own : split.holdings) take_out(own, *input.train, global);
  const auto own_of = [&](std::uint32_t client) -> const Holding& {
    return split.holdings[client % split.holdings.size()];
  };
  std::map<const Dataset*, int> users;
  for (std::uint32_t client = 0; client < input.clients; ++client)
    ++users[own_of(client).data.get()];
  // Shared by clients that hold the same set: it and all global queries, once.
  std::map<const Dataset*, Holding> joined;
  std::vector<Holding> holdings;
  for (std::uint32_t client = 0; client < input.clients; ++client) {
    const std::vector<Index> shared =
        draw_some(global, sharing.share,
                  Rng(input.seed, Purpose::kSharedData, client + 1));
    const Holding& own = own_of(client);
    auto queries = own.queries.value_or(all_indices(own.data->queries()));
    if (own.data == input.train) {
      queries.insert(queries.end(), shared.begin(), shared.end());
      holdings.push_back({own.data, std::move(queries)});
    } else if (users[own.data.get()] == 1) {
      holdings.push_back(join(own, *input.train, shared));
    } else {
      auto& both = joined[own.data.get()];
      if (!both.data) both = join(own, *input.train, global);
      add_shared(queries, shared, global, own.data->queries());
      holdings.push_back({both.data, std::move(queries), both.documents});
    }
  }
  split.holdings = std::move(holdings);
}

Vector warm_up(const Learner& learner, const Simulation& world,
               const Vector& initial, Index searches, std::uint64_t seed) {
  Session session;
  session.enter(world);
  Streams streams(seed, kServer, 0);
  Vector model(initial.size());
  learner.learn(initial, searches, streams, session, model);
  return model;
}

}  // namespace fedltr
