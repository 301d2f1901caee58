#include "algorithms/online/evolution.hpp"

#include <algorithm>
#include <cmath>

#include "algorithms/core/math.hpp"
#include "algorithms/core/require.hpp"

namespace fedltr {
namespace {

const Parameter kSigma =
    real_parameter("es.sigma", 0.01, kPositive, "scale of the perturbation");
const Parameter kAntithetic = flag_parameter(
    "es.antithetic", true,
    "make half of a client's searches with the negative perturbation");
const Parameter kReward = choice_parameter(
    "es.reward", {"maxrr", "ndcg"},
    "MaxRR@10 of the clicks, or nDCG@10 of the list in tenths");

std::size_t reward_index(const Session& session, Reward reward) {
  if (reward == Reward::kNdcg) return std::lround(10 * session.ndcg());
  const auto clicks = session.clicks();
  const auto first = std::ranges::find(clicks, std::uint8_t{1});
  return first == clicks.end() ? 0 : first - clicks.begin() + 1;
}

bool is_mean_reward(double value) {
  return value >= 0 && value <= 1;
}

/// Buffers of the thread, for perturbations and perturbed models.
Eigen::Ref<Vector> scratch(int which, Index size) {
  thread_local std::array<Vector, 2> buffers;
  Vector& buffer = buffers[which];
  if (buffer.size() < size) buffer.resize(size);
  return buffer.head(size);
}

}  // namespace

std::array<double, kRewardValues> reward_values(Reward reward) {
  std::array<double, kRewardValues> values{};
  for (std::size_t i = 1; i < kRewardValues; ++i)
    values[i] = reward == Reward::kNdcg ? i / 10.0 : 1.0 / i;
  return values;
}

std::size_t randomize_response(std::size_t value, std::size_t values,
                               double truth, Rng& rng) {
  if (rng.uniform() < truth) return value;
  const std::size_t other = rng.below(values - 1);
  return other < value ? other : other + 1;
}

void fill_perturbation(std::uint32_t seed, double sigma,
                       Eigen::Ref<Vector> perturbation) {
  Rng rng(seed, Purpose::kPerturbation);
  rng.fill_normal(perturbation);
  perturbation *= sigma;
}

double perturbation_weight(const VectorView& message, double sigma) {
  const double reward =
      message.size() == 3 ? (message(1) - message(2)) / 2 : message(1);
  return reward / (sigma * sigma);
}

EvolutionLearner::EvolutionLearner(const LearnerOptions& options,
                                   std::shared_ptr<const Ranker> ranker)
    : sigma_(options.parameters.real(kSigma)),
      antithetic_(options.parameters.flag(kAntithetic)),
      reward_(options.parameters.choice(kReward) == "maxrr" ? Reward::kMaxRr
                                                            : Reward::kNdcg),
      truth_(options.truth),
      ranker_(std::move(ranker)) {
  require(truth_ * kRewardValues > 1,
          "es needs p > 1/11: below, a lie is more likely than the truth");
}

double EvolutionLearner::mean_reward(const VectorView& model, Index searches,
                                     Streams& streams, Session& session,
                                     OnlineTotals& totals) const {
  const auto values = reward_values(reward_);
  double sum = 0;
  for (Index i = 0; i < searches; ++i) {
    session.ask(streams.query);
    session.score(model);
    session.show_best();
    session.observe(streams.click);
    session.add_to(totals);
    sum += values[randomize_response(reward_index(session, reward_),
                                     kRewardValues, truth_, streams.privacy)];
  }
  return sum / searches;
}

OnlineTotals EvolutionLearner::learn(const VectorView& global,
                                     Index interactions, Streams& streams,
                                     Session& session,
                                     Eigen::Ref<Vector> message) const {
  auto perturbation = scratch(0, global.size());
  auto model = scratch(1, global.size());
  const std::uint32_t seed = streams.seed();
  fill_perturbation(seed, sigma_, perturbation);
  OnlineTotals totals;
  message(0) = seed;
  model = global + perturbation;
  if (!antithetic_) {
    message(1) = mean_reward(model, interactions, streams, session, totals);
    return totals;
  }
  const Index half = interactions / 2;
  message(1) = mean_reward(model, half, streams, session, totals);
  model = global - perturbation;
  message(2) =
      mean_reward(model, interactions - half, streams, session, totals);
  return totals;
}

bool EvolutionLearner::accepts(const VectorView& message) const {
  const double seed = message(0);
  return seed >= 0 && seed < 0x1p32 && seed == std::floor(seed) &&
         is_mean_reward(message(1)) &&
         (!antithetic_ || is_mean_reward(message(2)));
}

void EvolutionLearner::add(const VectorView& message, double weight,
                           Eigen::Ref<Vector> sum) const {
  const double part = perturbation_weight(message, sigma_);
  if (part == 0) return;
  auto perturbation = scratch(0, sum.size());
  fill_perturbation(static_cast<std::uint32_t>(message(0)), sigma_,
                    perturbation);
  sum += weight * part * perturbation;
}

LearnerMethod evolution_learner() {
  return {
      "es",
      "FOLtR-ES: evolution strategies, clients send a seed and metrics",
      "Kharitonov (WSDM 2019); Wang (2025), Eq. 3.1-3.6",
      {kSigma, kAntithetic, kReward},
      [](const LearnerOptions& options, std::shared_ptr<const Ranker> ranker) {
        return std::make_shared<EvolutionLearner>(options, std::move(ranker));
      },
      {.sends_models = false,
       .optimizer = "adam",
       .adaptive_rate = 0.001,
       .antithetic =
           [](const ParameterValues& values) {
             return values.flag(kAntithetic);
           },
       // A reward of 1 along a normal variable that stays below 10.
       .reach =
           [](const ParameterValues& values) {
             return 10 / values.real(kSigma);
           }}};
}

}  // namespace fedltr
