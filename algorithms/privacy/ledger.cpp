#include "algorithms/privacy/ledger.hpp"

#include <cmath>

namespace fedltr {

PrivacySpec no_privacy() {
  PrivacySpec spec;
  spec.caveat = "updates are sent unprotected";
  return spec;
}

PrivacySpec randomized_response_spec(double truth, std::size_t values,
                                     std::uint64_t searches_per_round,
                                     double delta) {
  PrivacySpec spec;
  spec.mechanism = "randomized-response";
  spec.guarantee = randomized_response_guarantee(truth, values);
  spec.claimed = spec.guarantee.pure;
  spec.per = "search";
  spec.releases_per_round = searches_per_round;
  spec.delta = delta;
  spec.caveat = truth == 1
                    ? "p = 1 always reports the truth"
                    : "covers all searches of one client, against anyone who "
                      "sees its messages; simulated randomness";
  return spec;
}

PrivacySpec gamma_laplace_spec(const GammaLaplace& noise, double delta) {
  PrivacySpec spec;
  spec.mechanism = "gamma-laplace";
  spec.claimed = noise.epsilon;
  spec.delta = delta;
  // A Ref is a view: this copies nothing.
  // NOLINTNEXTLINE(performance-unnecessary-value-param)
  spec.release = [noise](Eigen::Ref<Vector> message, const VectorView&,
                         Rng& rng) { noise.add_noise(message, rng); };
  spec.caveat =
      "a message holds one share of the noise: whoever sees it sees the model "
      "almost without noise; and a clip in the L2 norm does not bound Laplace "
      "noise";
  return spec;
}

PrivacySpec summed_gamma_laplace_spec(const GammaLaplace& noise, double clip,
                                      Index parameters, double delta) {
  PrivacySpec spec = gamma_laplace_spec(noise, delta);
  const double moved = 2 * clip * std::sqrt(parameters);
  spec.guarantee = laplace_guarantee(moved * noise.epsilon / noise.sensitivity);
  spec.min_updates = static_cast<std::uint32_t>(noise.clients);
  spec.caveat =
      "covers all data of one client, against a server that sees only sums of "
      "all clients and colludes with none; a clip in the L2 norm lets the L1 "
      "distance reach 2 clip sqrt(d), by which a round is accounted; noise in "
      "floating point, simulated randomness";
  return spec;
}

PrivacySpec sound_spec(const GridNoise& noise, double epsilon, double delta,
                       Seen seen, const Bits& system) {
  const bool laplace = noise.kind == GridNoise::Kind::kLaplace;
  PrivacySpec spec;
  spec.mechanism = laplace ? "gamma-laplace, sound" : "gaussian, sound";
  spec.claimed = epsilon;
  // The width of the noise drawn, which the grid rounds up.
  const double width = noise.width() / noise.sensitivity;
  const bool is_bounded = noise.shares == 1 || seen == Seen::kSums;
  if (is_bounded)
    spec.guarantee = laplace ? laplace_guarantee(1 / width, 1.0 / noise.spread)
                             : gaussian_guarantee(width);
  spec.delta = delta;
  spec.min_updates = noise.shares;
  spec.caveat =
      is_bounded
          ? std::string(
                "covers all data of one client, against "
                "anyone who sees ") +
                (noise.shares == 1 ? "its messages; " : "only sums of rounds; ")
          : "no bound: the server sees each message, with a part of "
            "the noise; set privacy.secure-aggregation = yes; ";
  spec.caveat += system ? "the system's randomness" : "simulated randomness";
  // A Ref is a view: this copies nothing.
  // NOLINTNEXTLINE(performance-unnecessary-value-param)
  spec.release = [noise, system](Eigen::Ref<Vector> message,
                                 const VectorView& global, Rng& rng) {
    noise.release(
        message, global, system ? system : [&rng] { return rng(); });
  };
  return spec;
}

}  // namespace fedltr
