#include "algorithms/aggregation/pre_aggregation.hpp"

#include <algorithm>
#include <numeric>

#include "algorithms/aggregation/adaptive_clipping.hpp"
#include "algorithms/core/numbers_below.hpp"
#include "algorithms/core/rng.hpp"

namespace fedltr {
namespace {

constexpr std::size_t kBucket = 2;

std::int64_t as_many(std::int64_t clients) {
  return clients;
}

Vector mean_of(const RowsView& models,
               const std::vector<std::size_t>& members) {
  Vector sum = Vector::Zero(models.cols());
  for (const std::size_t i : members) sum += models.row(i).transpose();
  return sum / members.size();
}

}  // namespace

Prepared bucket(const LocalModels& local, const RuleOptions& options) {
  auto order = numbers_below<std::size_t>(local.clients.size());
  Rng rng(options.seed, Purpose::kBuckets, 0, local.round);
  shuffle(std::span(order), rng);
  Prepared buckets;
  for (std::size_t first = 0; first < order.size(); first += kBucket) {
    const std::size_t last = std::min(first + kBucket, order.size());
    auto& members = buckets.members.emplace_back(order.begin() + first,
                                                 order.begin() + last);
    std::ranges::sort(members);
  }
  std::ranges::sort(buckets.members);
  buckets.models.resize(std::ssize(buckets.members), local.models.cols());
  for (std::size_t i = 0; i < buckets.members.size(); ++i)
    buckets.models.row(i) =
        mean_of(local.models, buckets.members[i]).transpose();
  return buckets;
}

Prepared mix_neighbours(const LocalModels& local, const RuleOptions& options) {
  const std::size_t clients = local.clients.size();
  const std::size_t nearest =
      clients > options.malicious ? clients - options.malicious : 1;
  const Matrix squared = squared_distances(local.models);
  Prepared mixed;
  mixed.models.resize(local.models.rows(), local.models.cols());
  std::vector<std::size_t> order(clients);
  for (std::size_t i = 0; i < clients; ++i) {
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(
        order, {}, [&](std::size_t other) { return squared(i, other); });
    std::vector<std::size_t> members(order.begin(), order.begin() + nearest);
    std::ranges::sort(members);
    mixed.models.row(i) = mean_of(local.models, members).transpose();
    mixed.members.push_back(std::move(members));
  }
  return mixed;
}

const Methods<PreAggregation, PreAggregationTraits>& pre_aggregations() {
  static const Methods<PreAggregation, PreAggregationTraits> table = {
      {"none",
       "none: the rule gets the local models",
       "",
       {},
       nullptr,
       {as_many}},
      {"bucketing",
       "means of random pairs",
       "Karimireddy, He and Jaggi (ICLR 2022)",
       {},
       bucket,
       {[](std::int64_t clients) { return (clients + 1) / 2; }, "buckets"}},
      {"nnm",
       "each model becomes the mean of its n - m nearest",
       "Allouah et al. (AISTATS 2023)",
       {},
       mix_neighbours,
       {as_many, "clients", true}},
      adaptive_clipping(),
  };
  return table;
}

}  // namespace fedltr
