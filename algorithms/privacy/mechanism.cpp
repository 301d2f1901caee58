#include "algorithms/privacy/mechanism.hpp"

#include "algorithms/online/evolution.hpp"

namespace fedltr {

const Parameter kEpsilon =
    real_parameter("epsilon", 4.5, kPositive, "epsilon of a round");
const Parameter kSensitivity =
    real_parameter("sensitivity", 5, kPositive,
                   "maximum change of a client's message when its data are "
                   "replaced; sound: L1 for gamma-laplace, L2 for gaussian, by "
                   "clipping the update to half of it");
const Parameter kClip = real_parameter(
    "clip", 0, kNotNegative,
    "as published: maximum norm of a local model; 0 = half the sensitivity, as "
    "printed (the authors' code uses all of it)");
const Parameter kTruth = real_parameter(
    "p", 1, kShare, "probability of the truth; above 1/11, the even chance");

namespace {

double clip_of(const ParameterValues& values) {
  const double clip = values.real(kClip);
  return clip > 0 ? clip : values.real(kSensitivity) / 2;
}

PrivacySpec published_gamma_laplace(const MechanismInput& input) {
  const GammaLaplace noise{input.parameters.real(kEpsilon),
                           input.parameters.real(kSensitivity),
                           static_cast<double>(input.clients)};
  return input.sums_only
             ? summed_gamma_laplace_spec(noise, clip_of(input.parameters),
                                         input.sent, input.delta)
             : gamma_laplace_spec(noise, input.delta);
}

MechanismMethod no_mechanism() {
  return {kNoMechanism,
          "messages are sent as they are",
          "",
          {},
          {[](const MechanismInput& input) {
             PrivacySpec spec = no_privacy();
             if (input.sums_only)
               spec.caveat =
                   "no noise: with secure aggregation the server sees only "
                   "each round's sum, which by itself has no privacy bound";
             return spec;
           },
           nullptr}};
}

MechanismMethod gamma_laplace() {
  return {"gamma-laplace",
          "FPDGD: each client adds a share of Laplace noise",
          "Wang et al. (ICTIR 2021), algorithm 3; Wang (2025), Eq. 3.18-3.22",
          {kEpsilon, kSensitivity, kClip},
          {published_gamma_laplace,
           [](const ParameterValues& values, double, std::uint64_t shares) {
             return laplace_noise(values.real(kEpsilon),
                                  values.real(kSensitivity), shares);
           }},
          {.on_models = true,
           .needs_all_clients = true,
           .clip = clip_of,
           .scale =
               [](const ParameterValues& values) {
                 return values.real(kSensitivity) / values.real(kEpsilon);
               },
           .has_bound = [](const ParameterValues&,
                           Seen seen) { return seen == Seen::kSums; }}};
}

MechanismMethod gaussian() {
  return {
      "gaussian",
      "discrete Gaussian noise on each client's update",
      "Kairouz, Liu and Steinke (ICML 2021); Balle and Wang (ICML 2018)",
      {kEpsilon, kSensitivity},
      {nullptr,
       [](const ParameterValues& values, double delta, std::uint64_t shares) {
         return gaussian_noise(values.real(kEpsilon), delta,
                               values.real(kSensitivity), shares);
       }},
      {.on_models = true, .min_epsilon = 1e-5, .min_delta = 1e-30}};
}

MechanismMethod randomized_response() {
  const auto truth = [](const ParameterValues& values) {
    return values.real(kTruth);
  };
  return {"randomized-response",
          "FOLtR-ES: a client reports its true reward with probability p",
          "Kharitonov (WSDM 2019); Wang (2025), section 3.1.1",
          {kTruth},
          {[=](const MechanismInput& input) {
             return randomized_response_spec(truth(input.parameters),
                                             kRewardValues, input.searches,
                                             input.delta);
           },
           nullptr},
          {.on_rewards = true,
           .truth = truth,
           .has_bound = [=](const ParameterValues& values, Seen) {
             return truth(values) < 1;
           }}};
}

}  // namespace

const Methods<Mechanism, MechanismTraits>& mechanisms() {
  static const Methods<Mechanism, MechanismTraits> table = {
      no_mechanism(), gamma_laplace(), gaussian(), randomized_response()};
  return table;
}

}  // namespace fedltr
