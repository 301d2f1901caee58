#pragma once

#include "algorithms/core/method.hpp"
#include "algorithms/privacy/ledger.hpp"

namespace fedltr {

/// The inputs from which a mechanism is made.
struct MechanismInput {
  ParameterValues parameters = {};
  double delta = 1e-6;         ///< of the accounted privacy
  std::uint32_t clients = 1;   ///< of the federation
  std::uint64_t searches = 1;  ///< per client and round
  Index sent = 0;              ///< numbers in a message
  bool sums_only = false;  ///< the server sees sums only (secure aggregation)
};

/// Protects clients' privacy. Each of the two forms may be missing.
struct Mechanism {
  /// As in the paper, with its gaps.
  std::function<PrivacySpec(const MechanismInput&)> published;
  /// Discrete noise, whose claim holds against anyone who sees a message.
  std::function<GridNoise(const ParameterValues&, double delta,
                          std::uint64_t shares)>
      sound;
};

/// Requirements of a mechanism on a federation. Functions describe its
/// published form and are empty if they do not apply.
struct MechanismTraits {
  bool on_models = false;   ///< noise on what a client sends
  bool on_rewards = false;  ///< randomises rewards of learners that send some
  bool needs_all_clients = false;  ///< published: each adds a share of the
                                   ///< noise
  double min_epsilon = 0;          ///< sound: minimum that is calibrated
  double min_delta = 0;            ///< sound: minimum that is calibrated
  /// Largest norm of a local model.
  std::function<double(const ParameterValues&)> clip = {};
  /// Scale of the noise in a sum.
  std::function<double(const ParameterValues&)> scale = {};
  /// Probability that a client reports the true reward.
  std::function<double(const ParameterValues&)> truth = {};
  /// True if there is a bound on the leak through what is seen.
  std::function<bool(const ParameterValues&, Seen)> has_bound = {};
};
using MechanismMethod = Method<Mechanism, MechanismTraits>;

/// Intended epsilon of one release of noise.
extern const Parameter kEpsilon;
/// Maximum change of a client's message when its data are replaced.
extern const Parameter kSensitivity;
/// Largest norm of a local model in published gamma-laplace.
extern const Parameter kClip;
/// Probability of the truth in randomized-response.
extern const Parameter kTruth;

/// All mechanisms by name; `none` protects nothing.
const Methods<Mechanism, MechanismTraits>& mechanisms();

}  // namespace fedltr
