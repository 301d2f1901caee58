#include "algorithms/privacy/ledger.hpp"

#include <cmath>

namespace fedltr {

PrivacyTerms no_privacy() {
  PrivacyTerms terms;
  terms.caveat = "what clients learn is sent as it is";
  return terms;
}

PrivacyTerms randomized_response_terms(double truth, std::size_t values,
                                       std::uint64_t searches_per_round,
                                       double delta) {
  PrivacyTerms terms;
  terms.mechanism = "randomized-response";
  terms.guarantee = randomized_response_guarantee(truth, values);
  terms.claimed = terms.guarantee.pure;
  terms.per = "search";
  terms.releases_per_round = searches_per_round;
  terms.delta = delta;
  terms.caveat = truth == 1
                     ? "p = 1 always tells the truth"
                     : "all searches of one client, against whoever sees its "
                       "messages; simulated randomness";
  return terms;
}

PrivacyTerms gamma_laplace_terms(const GammaLaplace& noise, double delta) {
  PrivacyTerms terms;
  terms.mechanism = "gamma-laplace";
  terms.claimed = noise.epsilon;
  terms.delta = delta;
  // A Ref is a view: nothing is copied.
  // NOLINTNEXTLINE(performance-unnecessary-value-param)
  terms.release = [noise](Eigen::Ref<Vector> message, const VectorView&,
                          Rng& rng) { noise.add_noise(message, rng); };
  terms.caveat =
      "a message holds one share of the noise, which bounds nothing for who "
      "sees it; and an L2 clip is no bound for Laplace noise";
  return terms;
}

PrivacyTerms summed_gamma_laplace_terms(const GammaLaplace& noise, double clip,
                                        Index parameters, double delta) {
  PrivacyTerms terms = gamma_laplace_terms(noise, delta);
  const double moved = 2 * clip * std::sqrt(static_cast<double>(parameters));
  terms.guarantee =
      laplace_guarantee(moved * noise.epsilon / noise.sensitivity);
  terms.least_updates = static_cast<std::uint32_t>(noise.clients);
  terms.caveat =
      "replacing all of one client's data, against a server that sees sums of "
      "all clients only and whom no client helps; an L2 clip lets the L1 "
      "distance reach 2 clip sqrt(d), by which a round is accounted; noise in "
      "floating point, simulated randomness";
  return terms;
}

PrivacyTerms sound_terms(const GridNoise& noise, double epsilon, double delta,
                         const Bits& system) {
  const bool laplace = noise.kind == GridNoise::Kind::kLaplace;
  PrivacyTerms terms;
  terms.mechanism = laplace ? "gamma-laplace, sound" : "gaussian, sound";
  terms.claimed = epsilon;
  // Of the noise that is drawn, which the grid rounds up.
  const double width = noise.width() / noise.sensitivity;
  terms.guarantee =
      laplace
          ? laplace_guarantee(1 / width, 1 / static_cast<double>(noise.spread))
          : gaussian_guarantee(width);
  terms.delta = delta;
  terms.least_updates = static_cast<std::uint32_t>(noise.shares);
  terms.caveat =
      std::string("replacing all of one client's data, against whoever sees ") +
      (noise.shares == 1 ? "its messages; "
                         : "only the sums of rounds, as by secure "
                           "aggregation; ") +
      (system ? "the system's randomness" : "simulated randomness");
  // A Ref is a view: nothing is copied.
  // NOLINTNEXTLINE(performance-unnecessary-value-param)
  terms.release = [noise, system](Eigen::Ref<Vector> message,
                                  const VectorView& global, Rng& rng) {
    noise.release(
        message, global, system ? system : [&rng] { return rng(); });
  };
  return terms;
}

}  // namespace fedltr
