#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "algorithms/privacy/accountant.hpp"
#include "algorithms/privacy/gamma_laplace.hpp"
#include "algorithms/privacy/sound.hpp"

namespace fedltr {

/// The mechanism that protects nothing.
inline const std::string kNoMechanism = "none";

/// What a client's messages give away, and to whom: all the ledger needs to
/// charge a release.
struct PrivacySpec {
  std::string mechanism = kNoMechanism;
  double claimed = kNoBound;  ///< epsilon of one release, as the paper says
  std::string per = "round";  ///< what the paper calls a release
  /// Of one release to one who sees the client's own messages.
  Guarantee guarantee;
  std::uint64_t releases_per_round = 1;
  /// Messages a round must bring to be used: shares of noise are too little
  /// below it.
  std::uint32_t min_updates = 1;
  double delta = 1e-6;
  double budget = kNoBound;  ///< accounted epsilon a client may reach
  std::string caveat;        ///< what the figures rest on
  /// What a client does to its message before it sends it, or nothing.
  std::function<void(Eigen::Ref<Vector> message, const VectorView& global,
                     Rng& rng)>
      release;

  bool protects() const { return mechanism != kNoMechanism; }

  /// Accounted epsilon of a client after so many rounds.
  Composition after(std::uint64_t rounds) const {
    return compose(guarantee, rounds * releases_per_round, delta);
  }
};

/// No mechanism: no bound.
PrivacySpec no_privacy();

/// FOLtR-ES: each search's reward is randomised before the mean.
/// @param truth   probability of the true value
/// @param values  a reward takes
PrivacySpec randomized_response_spec(double truth, std::size_t values,
                                     std::uint64_t searches_per_round,
                                     double delta);

/// FPDGD as published. Its accounted epsilon is infinite: a single message
/// carries one share of the noise, whose density has a pole at zero.
PrivacySpec gamma_laplace_spec(const GammaLaplace& noise, double delta);

/// The same, where nobody sees more than each round's sum (secure aggregation):
/// its noise is Laplace's, as published, if all clients report. A round with
/// fewer is not to be summed up. The L2 clip lets a client's data move the sum
/// by 2 clip sqrt(parameters) in the L1 norm, by which the account goes.
PrivacySpec summed_gamma_laplace_spec(const GammaLaplace& noise, double clip,
                                      Index parameters, double delta);

/// Discrete noise: holds for whoever sees a message, or with shares for who
/// sees sums.
/// @param epsilon  a release is meant to give
/// @param system   the operating system's generator; none: simulated noise from
///                 the run's seed
PrivacySpec sound_spec(const GridNoise& noise, double epsilon, double delta,
                       const Bits& system = {});

}  // namespace fedltr
