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

/// The leak through a client's messages and who sees it: all that the ledger
/// needs to charge a release.
struct PrivacySpec {
  std::string mechanism = kNoMechanism;
  double claimed = kNoBound;  ///< epsilon of one release as the paper claims
  std::string per = "round";  ///< the paper's unit of release
  /// Guarantee of one release against an observer of the client's own messages.
  Guarantee guarantee;
  std::uint64_t releases_per_round = 1;
  /// Messages that a round needs to be used: with fewer, the shares of noise
  /// are too small.
  std::uint32_t min_updates = 1;
  double delta = 1e-6;
  double budget = kNoBound;  ///< maximum accounted epsilon of a client
  std::string caveat;        ///< assumptions behind the figures
  /// Protects a client's message before it is sent; empty if nothing does.
  std::function<void(Eigen::Ref<Vector> message, const VectorView& global,
                     Rng& rng)>
      release;

  bool protects() const { return mechanism != kNoMechanism; }

  /// Accounted epsilon of a client after `rounds` rounds.
  Composition after(std::uint64_t rounds) const {
    return compose(guarantee, rounds * releases_per_round, delta);
  }
};

/// No mechanism: no bound.
PrivacySpec no_privacy();

/// FOLtR-ES: randomises each search's reward before the mean.
/// @param truth   probability of the true value
/// @param values  number of values that a reward can take
PrivacySpec randomized_response_spec(double truth, std::size_t values,
                                     std::uint64_t searches_per_round,
                                     double delta);

/// FPDGD as published. Its accounted epsilon is infinite: a single message
/// carries one share of the noise, whose density has a pole at zero.
PrivacySpec gamma_laplace_spec(const GammaLaplace& noise, double delta);

/// The same if only each round's sum is visible (secure aggregation): its noise
/// is Laplace noise, as published, if all clients report. A round with fewer
/// clients must not be summed. With the L2 clip, a client's data can move the
/// sum by 2 clip sqrt(parameters) in the L1 norm, which the accounting uses.
PrivacySpec summed_gamma_laplace_spec(const GammaLaplace& noise, double clip,
                                      Index parameters, double delta);

/// The most that anyone but a client sees of its messages.
enum class Seen {
  kMessages,  ///< each of them
  kSums,      ///< the sums of rounds: secure aggregation
};

/// Discrete noise: protects against anyone who sees a message, or with shares,
/// a sum. Shares without secure aggregation have no bound: the server sees each
/// message, with a part of the noise.
/// @param epsilon  intended for one release
/// @param system   the operating system's generator; empty = simulated noise
///                 from the run's seed
PrivacySpec sound_spec(const GridNoise& noise, double epsilon, double delta,
                       Seen seen, const Bits& system = {});

}  // namespace fedltr
