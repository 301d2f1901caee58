#pragma once

#include <array>
#include <span>

#include "algorithms/online/learner.hpp"

namespace fedltr {

/// Reward of FOLtR-ES, from clicks only; a client has no labels.
enum class Reward {
  kMaxRr,  ///< 1 / rank of the first click
  kDcg,    ///< DCG@10 of the clicks over that of ten clicks
  kNdcg,   ///< DCG@10 of the clicks over that of the same clicks at the top
};

/// Number of values of a reward of FOLtR-ES: 0 and 1/1 ... 1/10 for MaxRR@10,
/// 0, 0.1 ... 1 for the others, which are rounded to tenths.
inline constexpr std::size_t kRewardValues = 11;
std::array<double, kRewardValues> reward_values(Reward reward);

/// Returns the index of the clicks' reward in reward_values(); 0 without any.
/// @param clicks  by rank; those behind the first ten do not count
std::size_t reward_index(std::span<const std::uint8_t> clicks, Reward reward);

/// Randomised response: the true value with probability `truth`, else one of
/// the others, uniformly. Thesis section 3.1.1; local differential privacy with
/// epsilon = log(truth (values - 1) / (1 - truth)).
/// @param value  index of the true value
/// @return       index of the value to send
std::size_t randomize_response(std::size_t value, std::size_t values,
                               double truth, Rng& rng);

/// Computes the perturbation of a seed: sigma times standard normals.
void fill_perturbation(std::uint32_t seed, double sigma,
                       Eigen::Ref<Vector> perturbation);

/// Weight of a perturbation in the estimate of the gradient, from its message
/// (seed, f) or antithetic (seed, f+, f-): f / sigma^2, or (f+ - f-) / (2
/// sigma^2).
double perturbation_weight(const VectorView& message, double sigma);

/// FOLtR-ES: evolution strategies by clients that send a seed and metrics.
///
/// Kharitonov (WSDM 2019); Wang et al. (ECIR 2021); thesis section 3.1.1, Eq.
/// 3.1-3.6. A client draws a seed, ranks by the perturbed model without
/// exploring, and sends (seed, mean reward), antithetic (seed, mean reward at
/// +, mean reward at -), each reward privatised before the mean. The server
/// recomputes the perturbation and estimates the gradient of the reward.
/// Differs: double precision, and rewards by DCG between 0 and 1 in tenths,
/// where the ECIR paper's code takes the DCG of the clicks as it is.
class EvolutionLearner final : public Learner {
 public:
  /// @param options  es.sigma, es.antithetic, es.reward, truth
  EvolutionLearner(const LearnerOptions& options,
                   std::shared_ptr<const Ranker> ranker);

  std::unique_ptr<LocalLearning> begin(
      const VectorView& global, Index searches, LearnerStreams& streams,
      Eigen::Ref<Vector> message) const override;
  Index message_size(Index) const override { return antithetic_ ? 3 : 2; }
  bool accepts(const VectorView& message) const override;
  /// sum += weight * perturbation_weight * perturbation.
  void add(const VectorView& message, double weight,
           Eigen::Ref<Vector> sum) const override;
  bool sends_models() const override { return false; }

 private:
  class Local;

  double sigma_;
  bool antithetic_;
  Reward reward_;
  double truth_;
  std::shared_ptr<const Ranker> ranker_;
};

LearnerMethod evolution_learner();

}  // namespace fedltr
