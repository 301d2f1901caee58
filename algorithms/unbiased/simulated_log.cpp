#include "algorithms/unbiased/simulated_log.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "algorithms/core/math.hpp"
#include "algorithms/core/numbers_below.hpp"
#include "algorithms/core/require.hpp"
#include "algorithms/ranking/evaluation.hpp"
#include "algorithms/unbiased/log_learner.hpp"

namespace fedltr {
namespace {

constexpr Index kFewestSteps = 3000;
constexpr double kLoggingRate = 0.3;

/// Queries with documents of different labels, in random order.
std::vector<Index> judged_queries(const Dataset& data, std::uint64_t seed) {
  std::vector<Index> queries;
  for (Index query = 0; query < data.queries(); ++query) {
    const auto [least, most] = std::ranges::minmax(data.labels_of(query));
    if (least != most) queries.push_back(query);
  }
  Rng rng(seed, Purpose::kLoggingQueries);
  shuffle(std::span(queries), rng);
  return queries;
}

/// The documents of each query, best first, by scores of the logging ranker.
struct RankedQuery {
  std::vector<double> scores;
  std::vector<Index> best;
};

RankedQuery rank_query(const Dataset& data, Index query, const Vector& model) {
  std::vector<double> room;
  const Vector scores = data.features_of(query, room) * model;
  RankedQuery ranked;
  ranked.scores.assign(scores.begin(), scores.end());
  auto places = numbers_below<Index>(ranked.scores.size());
  ranked.best.resize(places.size());
  top_documents(scores, places, ranked.best);
  return ranked;
}

/// Draws a Plackett-Luce list: the order of scores plus Gumbel noise.
std::vector<Index> draw_list(const RankedQuery& ranked, double temperature,
                             Rng& rng) {
  std::vector<std::pair<double, Index>> noisy;
  for (std::size_t i = 0; i < ranked.scores.size(); ++i) {
    const double time = -portable_log(std::max(rng.uniform(), 1e-300));
    noisy.emplace_back(
        portable_log(std::max(time, 1e-300)) - ranked.scores[i] / temperature,
        static_cast<Index>(i));
  }
  std::ranges::sort(noisy);
  std::vector<Index> list;
  for (const auto& [time, document] : noisy) list.push_back(document);
  return list;
}

}  // namespace

Vector learn_logging_ranker(const Dataset& data, Index queries,
                            std::uint64_t seed) {
  Vector model = Vector::Zero(data.features());
  std::vector<Index> known = judged_queries(data, seed);
  if (std::ssize(known) > queries) known.resize(queries);
  if (known.empty()) return model;
  const Index steps = std::max<Index>(kFewestSteps, 5 * std::ssize(known));
  std::vector<double> room;
  std::vector<double> gains;
  std::vector<double> weights;
  for (Index step = 0; step < steps; ++step) {
    const Index query = known[step % std::ssize(known)];
    const auto rows = data.features_of(query, room);
    const Vector scores = rows * model;
    gains.clear();
    for (const std::uint8_t label : data.labels_of(query))
      gains.push_back(std::exp2(label) - 1);
    const double total = std::accumulate(gains.begin(), gains.end(), 0.0);
    for (double& gain : gains) gain /= total;
    weights.resize(gains.size());
    weigh_by_softmax({scores.data(), gains.size()}, gains, weights);
    const Vector ascent =
        rows.transpose() *
        Eigen::Map<const Vector>(weights.data(), std::ssize(weights));
    const double rate = kLoggingRate / std::sqrt(1.0 + 0.01 * step);
    model += rate / std::max(1.0, ascent.norm()) * ascent;
  }
  return model;
}

SessionLog simulate_log(const Dataset& data, const ClickModel& user,
                        const LoggingPolicy& policy, std::uint64_t seed) {
  require(data.queries() > 0, "a log needs queries");
  const Vector model = learn_logging_ranker(data, policy.queries, seed);
  const bool is_random = policy.queries == 0;
  const bool is_drawn = is_random || policy.temperature > 0;
  std::vector<RankedQuery> ranked;
  for (Index query = 0; query < data.queries(); ++query)
    ranked.push_back(rank_query(data, query, model));
  SessionLog log;
  std::vector<std::uint8_t> labels;
  std::vector<std::uint8_t> clicks;
  for (Index session = 0; session < policy.sessions; ++session) {
    Rng rng(seed, Purpose::kLogging, static_cast<std::uint32_t>(session));
    const auto query = static_cast<Index>(rng.below(data.queries()));
    std::vector<Index> list =
        is_drawn
            ? draw_list(ranked[query], is_random ? 1 : policy.temperature, rng)
            : ranked[query].best;
    if (std::ssize(list) > policy.list) list.resize(policy.list);
    if (rng.uniform() < policy.swaps && list.size() > 1)
      std::swap(list[0], list[1 + rng.below(list.size() - 1)]);
    labels.clear();
    for (const Index document : list)
      labels.push_back(data.labels_of(query)[document]);
    clicks.resize(list.size());
    user.click(labels, rng, clicks);
    log.add(query, static_cast<std::uint32_t>(session % policy.users), list,
            clicks);
  }
  return log;
}

}  // namespace fedltr
