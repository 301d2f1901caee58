// Conflicts of [privacy], without those of secure aggregation.
#include "algorithms/online/evolution.hpp"
#include "algorithms/privacy/sound.hpp"
#include "app/schema/method_tables.hpp"
#include "app/schema/rules.hpp"

namespace fedltr {
namespace {

using C = const Choices&;

double epsilon_of(C c) {
  return c.scenario.privacy.parameters.real(kEpsilon);
}

/// True if the mechanism is used as published and clips local models.
bool clips_as_published(C c) {
  return c.needs_all_clients() && c.mechanism.traits.clip;
}

double truth_of(C c) {
  const auto& truth = c.mechanism.traits.truth;
  return truth ? truth(c.scenario.privacy.parameters) : 1;
}

bool is_bounded(C c) {
  const auto& privacy = c.scenario.privacy;
  const auto& has_bound = c.mechanism.traits.has_bound;
  if (c.is_sound()) return privacy.shares == 1 || privacy.secure;
  return has_bound && has_bound(privacy.parameters,
                                privacy.secure ? Seen::kSums : Seen::kMessages);
}

std::string sound_mechanisms() {
  std::vector<std::string> names;
  for (const MechanismMethod& method : mechanisms())
    if (method.make.sound) names.push_back(method.name);
  return one_of(names);
}

Found mechanism_conflict(C c) {
  if (c.mechanism.traits.on_rewards && c.sends_models())
    return conflict(
        "privacy.mechanism",
        c.mechanism.name + " needs learner.method = " +
            names_where(learners(),
                        [](const auto& t) { return !t.sends_models; }) +
            ", whose clients send the rewards it changes");
  if (clips_as_published(c) && !c.learner.traits.has_gradient)
    return conflict("privacy.mechanism",
                    c.mechanism.name + " as published needs learner.method = " +
                        names_where(learners(), [](const auto& t) {
                          return t.has_gradient;
                        }));
  if (c.mechanism.traits.on_models && !c.sends_models())
    return conflict("privacy.mechanism",
                    "adds noise to models, which " + c.learner.name +
                        " does not send; it has " +
                        names_where(mechanisms(), [](const auto& t) {
                          return t.on_rewards;
                        }));
  if (!c.mechanism.make.published && !c.is_sound())
    return conflict(
        "privacy.mechanism",
        c.mechanism.name + " needs privacy.mode = sound, the only form it has");
  if (c.is_sound() && !c.mechanism.make.sound)
    return conflict("privacy.mode",
                    "sound needs privacy.mechanism = " + sound_mechanisms() +
                        ", of whose noise it is a form");
  return {};
}

/// Limits of mechanisms as published.
Found published_conflict(C c) {
  if (c.needs_all_clients() && c.scenario.federation.participation < 1)
    return conflict(
        "federation.participation",
        "must be 1 for " + c.mechanism.name +
            " as published: its noise needs the share of every client");
  if (clips_as_published(c) && c.searches_per_step() > 1)
    return conflict(batch_key(c),
                    "must be 1 for " + c.mechanism.name +
                        " as published, which clips after each search");
  if (c.is_sound() && c.scenario.privacy.parameters.real(kClip) != 0)
    return conflict("privacy.clip",
                    "needs " + c.mechanism.name + " as published only");
  if (truth_of(c) * kRewardValues <= 1)
    return conflict(
        "privacy.p",
        "must exceed 1/11: below, a lie is more likely than the truth");
  if (c.scenario.privacy.budget > 0 && !is_bounded(c))
    return conflict("privacy.budget",
                    "needs a mechanism with a bound: none, gamma-laplace as "
                    "published, p = 1, and shares without secure aggregation "
                    "are unbounded");
  return {};
}

Found sound_conflict(C c) {
  if (c.is_sound() && epsilon_of(c) > kMaxEpsilon)
    return conflict("privacy.epsilon", "is at most 500 for sound noise");
  if (c.scenario.privacy.delta < c.mechanism.traits.min_delta)
    return conflict("privacy.delta",
                    "is too small for " + c.mechanism.name +
                        ": calibration needs a delta of at least 1e-30");
  if (epsilon_of(c) < c.mechanism.traits.min_epsilon)
    return conflict("privacy.epsilon",
                    "is too small for " + c.mechanism.name +
                        ": calibration needs an epsilon of at least 1e-5");
  if (c.scenario.privacy.shares > participants_of(c.scenario))
    return conflict("privacy.shares",
                    "is more than the clients of a round, " +
                        std::to_string(participants_of(c.scenario)));
  return {};
}

}  // namespace

Found privacy_conflict(C c) {
  return first_conflict(
      c, {mechanism_conflict, published_conflict, sound_conflict});
}

}  // namespace fedltr
