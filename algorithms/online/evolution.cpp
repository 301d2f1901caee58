#include "algorithms/online/evolution.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "algorithms/core/require.hpp"
#include "algorithms/ranking/metrics.hpp"

namespace fedltr {
namespace {

const Parameter kSigma =
    real_parameter("es.sigma", 0.01, kPositive, "scale of the perturbation");
const Parameter kAntithetic = flag_parameter(
    "es.antithetic", true,
    "make half of a client's searches with the negative perturbation");
const Parameter kReward =
    choice_parameter("es.reward", {"maxrr", "dcg", "ndcg"},
                     "MaxRR@10 of the clicks, or their DCG@10 over that of ten "
                     "clicks (dcg) or of the same clicks at the top (ndcg), in "
                     "tenths");

/// DCG of clicks at the first `ranks` ranks.
double top_dcg(std::size_t ranks) {
  const std::array<std::uint8_t, kShownList> ones = [] {
    std::array<std::uint8_t, kShownList> each{};
    each.fill(1);
    return each;
  }();
  return dcg({ones.data(), ranks}, 0);
}

Reward reward_named(const std::string& name) {
  static const std::map<std::string, Reward> rewards = {
      {"maxrr", Reward::kMaxRr},
      {"dcg", Reward::kDcg},
      {"ndcg", Reward::kNdcg}};
  return rewards.at(name);
}

bool is_mean_reward(double value) {
  return value >= 0 && value <= 1;
}

}  // namespace

std::array<double, kRewardValues> reward_values(Reward reward) {
  std::array<double, kRewardValues> values{};
  for (std::size_t i = 1; i < kRewardValues; ++i)
    values[i] = reward == Reward::kMaxRr ? 1.0 / i : i / 10.0;
  return values;
}

std::size_t reward_index(std::span<const std::uint8_t> all, Reward reward) {
  const auto clicks = all.first(std::min<std::size_t>(all.size(), kShownList));
  const auto first = std::ranges::find(clicks, std::uint8_t{1});
  if (first == clicks.end()) return 0;
  if (reward == Reward::kMaxRr) return first - clicks.begin() + 1;
  const std::size_t ranks = reward == Reward::kDcg
                                ? kShownList
                                : std::ranges::count(clicks, std::uint8_t{1});
  return std::lround(10 * dcg(clicks, 0) / top_dcg(ranks));
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
      reward_(reward_named(options.parameters.choice(kReward))),
      truth_(options.truth),
      ranker_(std::move(ranker)) {
  require(truth_ * kRewardValues > 1,
          "es needs p > 1/11: below, a lie is more likely than the truth");
}

/// Searches with the perturbed model, the second half of them with its negative
/// if antithetic.
class EvolutionLearner::Local final : public LocalLearning {
 public:
  Local(const EvolutionLearner& learner, const VectorView& global,
        Index searches, LearnerStreams& streams, Eigen::Ref<Vector> message)
      : learner_(learner),
        global_(global),
        streams_(streams),
        message_(message),
        values_(reward_values(learner.reward_)),
        first_(learner.antithetic_ ? searches / 2 : searches),
        second_(searches - first_),
        perturbation_(global.size()) {
    const std::uint32_t seed = streams_.seed();
    fill_perturbation(seed, learner_.sigma_, perturbation_);
    message_.setZero();
    message_(0) = seed;
    model_ = global_ + perturbation_;
  }

  void show(Search& search) override {
    if (searches_ == first_) model_ = global_ - perturbation_;
    search.score(*learner_.ranker_, model_);
    search.show_best();
  }

  void learn(Search& search) override {
    const std::size_t reward =
        randomize_response(reward_index(search.clicks(), learner_.reward_),
                           kRewardValues, learner_.truth_, streams_.privacy);
    message_(searches_ < first_ ? 1 : 2) += values_[reward];
    ++searches_;
  }

  void end() override {
    message_(1) /= first_;
    if (learner_.antithetic_) message_(2) /= second_;
  }

 private:
  const EvolutionLearner& learner_;
  VectorView global_;
  LearnerStreams& streams_;
  Eigen::Ref<Vector> message_;
  std::array<double, kRewardValues> values_;
  Index first_;  ///< number of searches with the positive perturbation
  Index second_;
  Index searches_ = 0;
  Vector perturbation_;
  Vector model_;
};

std::unique_ptr<LocalLearning> EvolutionLearner::begin(
    const VectorView& global, Index searches, LearnerStreams& streams,
    Eigen::Ref<Vector> message) const {
  return std::make_unique<Local>(*this, global, searches, streams, message);
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
  thread_local Vector buffer;
  if (buffer.size() < sum.size()) buffer.resize(sum.size());
  auto perturbation = buffer.head(sum.size());
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
