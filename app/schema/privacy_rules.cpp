// Conflict rules of [privacy], without those of secure aggregation.
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
  return c.is_sound() ||
         (has_bound && has_bound(privacy.parameters, privacy.secure));
}

std::string sound_mechanisms() {
  std::vector<std::string> names;
  for (const MechanismMethod& method : mechanisms())
    if (method.make.sound) names.push_back(method.name);
  return one_of(names);
}

ConflictRules mechanism_rules() {
  return {
      {"privacy.mechanism",
       [](C c) { return c.mechanism.traits.on_rewards && c.sends_models(); },
       [](C c) {
         return c.mechanism.name + " needs learner.method = " +
                names_where(learners(),
                            [](const auto& t) { return !t.sends_models; });
       }},
      {"privacy.mechanism",
       [](C c) {
         return clips_as_published(c) && !c.learner.traits.has_gradient;
       },
       [](C c) {
         return c.mechanism.name + " as published needs learner.method = " +
                names_where(learners(),
                            [](const auto& t) { return t.has_gradient; });
       }},
      {"privacy.mechanism",
       [](C c) { return c.mechanism.traits.on_models && !c.sends_models(); },
       [](C c) {
         return "is noise on models, which " + c.learner.name +
                " does not send; it has " +
                names_where(mechanisms(),
                            [](const auto& t) { return t.on_rewards; });
       }},
      {"privacy.mechanism",
       [](C c) { return !c.mechanism.make.published && !c.is_sound(); },
       [](C c) { return c.mechanism.name + " needs privacy.mode = sound"; }},
      {"privacy.mode",
       [](C c) { return c.is_sound() && !c.mechanism.make.sound; },
       [](C) {
         return "sound needs privacy.mechanism = " + sound_mechanisms();
       }},
  };
}

/// Limits of mechanisms as published.
ConflictRules published_rules() {
  return {
      {"federation.participation",
       [](C c) {
         return c.needs_all_clients() &&
                c.scenario.federation.participation < 1;
       },
       [](C c) {
         return "must be 1 for " + c.mechanism.name +
                " as published: its noise needs the share of every client";
       }},
      {"learner.pdgd.batch",
       [](C c) { return clips_as_published(c) && c.searches_per_step() > 1; },
       [](C c) {
         return "must be 1 for " + c.mechanism.name +
                " as published, which clips after each search";
       }},
      {"privacy.clip",
       [](C c) {
         return c.is_sound() && c.scenario.privacy.parameters.real(kClip) != 0;
       },
       [](C c) {
         return "goes with " + c.mechanism.name + " as published only";
       }},
      {"privacy.p", [](C c) { return truth_of(c) * kRewardValues <= 1; },
       "must exceed 1/11: below, a lie is likelier than the truth"},
      {"privacy.budget",
       [](C c) { return c.scenario.privacy.budget > 0 && !is_bounded(c); },
       "needs a mechanism with a bound: none, gamma-laplace as published and "
       "p = 1 have none"},
  };
}

ConflictRules sound_rules() {
  return {
      {"privacy.epsilon",
       [](C c) { return c.is_sound() && epsilon_of(c) > kMaxEpsilon; },
       "is at most 500 for sound noise"},
      {"privacy.delta",
       [](C c) {
         return c.scenario.privacy.delta < c.mechanism.traits.min_delta;
       },
       [](C c) {
         return "is too small for " + c.mechanism.name +
                ": a delta of at least 1e-30 is calibrated";
       }},
      {"privacy.epsilon",
       [](C c) { return epsilon_of(c) < c.mechanism.traits.min_epsilon; },
       [](C c) {
         return "is too small for " + c.mechanism.name +
                ": an epsilon of at least 1e-5 is calibrated";
       }},
      {"privacy.shares",
       [](C c) {
         return c.scenario.privacy.shares > participants_of(c.scenario);
       },
       [](C c) {
         return "is more than the clients of a round, " +
                std::to_string(participants_of(c.scenario));
       }},
  };
}

}  // namespace

ConflictRules privacy_rules() {
  ConflictRules all = mechanism_rules();
  for (const auto& rules : {published_rules, sound_rules})
    for (const ConflictRule& rule : rules()) all.push_back(rule);
  return all;
}

}  // namespace fedltr
