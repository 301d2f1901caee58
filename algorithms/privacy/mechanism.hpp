#pragma once

#include "algorithms/core/method.hpp"
#include "algorithms/privacy/ledger.hpp"

namespace fedltr {

/// Everything a mechanism is made from.
struct MechanismInput {
  ParameterValues parameters = {};
  double delta = 1e-6;         ///< at which privacy is accounted
  std::uint32_t clients = 1;   ///< of the federation
  std::uint64_t searches = 1;  ///< of a client in a round
  Index sent = 0;              ///< numbers in a message
  bool sums_only = false;  ///< the server sees sums only (secure aggregation)
};

/// How clients keep what they learned private. Each form may be missing.
struct Mechanism {
  /// As the paper has it, with what it lacks.
  std::function<PrivacySpec(const MechanismInput&)> published;
  /// Discrete noise, for which the claim holds against whoever sees a message.
  std::function<GridNoise(const ParameterValues&, double delta,
                          std::uint64_t shares)>
      sound;
};

/// What a mechanism asks of a federation; functions are of its published form,
/// and empty where there is nothing to tell.
struct MechanismTraits {
  bool on_models = false;   ///< noise on what a client sends
  bool on_rewards = false;  ///< randomises rewards, for learners that send some
  bool needs_all_clients = false;  ///< published: a share of noise of each
  double min_epsilon = 0;          ///< sound: the least that is calibrated
  double min_delta = 0;            ///< likewise
  /// Largest norm of a local model.
  std::function<double(const ParameterValues&)> clip = {};
  /// Scale of the noise in a sum.
  std::function<double(const ParameterValues&)> scale = {};
  /// Probability that a reward is told as it is.
  std::function<double(const ParameterValues&)> truth = {};
  /// Whether anything bounds what messages, or only sums, give away.
  std::function<bool(const ParameterValues&, bool sums_only)> has_bound = {};
};
using MechanismMethod = Method<Mechanism, MechanismTraits>;

/// Epsilon that one release of noise is meant to give.
extern const Parameter kEpsilon;
/// How far replacing a client's data can move its message.
extern const Parameter kSensitivity;
/// Of published gamma-laplace: largest norm of a local model.
extern const Parameter kClip;
/// Of randomized-response: probability of the truth.
extern const Parameter kTruth;

/// All mechanisms by name; `none` protects nothing.
const Methods<Mechanism, MechanismTraits>& mechanisms();

}  // namespace fedltr
