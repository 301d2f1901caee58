// Conflict rules of privacy.secure-aggregation and of noise that needs every
// client's share.
#include <cmath>

#include "app/base/text.hpp"
#include "app/schema/attendance.hpp"
#include "app/schema/rules.hpp"
#include "app/schema/secure_plan.hpp"

namespace fedltr {
namespace {

using C = const Choices&;
using Found = std::optional<std::string>;

/// Limits memory: keys and shares take some 55 kB per client.
constexpr std::uint32_t kMaxClients = 100000;

/// Assumed maximum of noise, in widths: e^-60 of Laplace's tail is beyond.
constexpr double kWidths = 60;

bool is_secure(C c) {
  return c.scenario.privacy.secure;
}

bool crafts_models(C c) {
  return c.attack.traits.on_models && attackers_of(c.scenario) > 0;
}

/// Options that need a single client's update.
ConflictRules single_update_rules() {
  return {
      {"aggregation.rule", [](C c) { return is_secure(c) && c.is_robust(); },
       [](C c) {
         return c.rule.name +
                (c.rule.traits.follows_clients
                     ? " follows each client's updates"
                     : " compares updates with each other") +
                ", of which privacy.secure-aggregation shows the sum only; say "
                "mean";
       }},
      {"attack.knowledge",
       [](C c) {
         return is_secure(c) && c.is_attacked() && c.scenario.attack.full;
       },
       "full is the server's copy of every update, which under "
       "privacy.secure-aggregation nobody has; say partial"},
      {"faults.stale",
       [](C c) {
         const FaultOptions& faults = c.scenario.faults;
         return is_secure(c) && faults.late > 0 && faults.use_late;
       },
       "weigh adds a late update to another round, where its masks don't "
       "cancel; with privacy.secure-aggregation say drop"},
      {"unlearning.method",
       [](C c) { return is_secure(c) && stores_updates(c.scenario); },
       [](C c) {
         return c.unlearning->name +
                " sends stored updates again, or their lengths: the sum with "
                "an unlearned client less the sum without is its update; under "
                "privacy.secure-aggregation say fine-tune";
       }},
      {"unlearning.method",
       [](C c) {
         return is_secure(c) && c.unlearning && c.unlearning->make.repeats;
       },
       [](C c) {
         return c.unlearning->name +
                " repeats simulated searches: a sum with an unlearned "
                "client less the sum without is its update; under "
                "privacy.secure-aggregation say "
                "fine-tune";
       }},
  };
}

/// Conflicts of noise with attackers that omit their shares, and of randomised
/// rewards with the system's randomness.
ConflictRules noise_rules() {
  return {
      {"attack.kind",
       [](C c) {
         return is_secure(c) && c.needs_all_clients() && crafts_models(c);
       },
       [](C c) {
         return "has attackers craft what they send, without the share of "
                "noise that " +
                c.mechanism.name + " as published needs of everybody";
       }},
      {"privacy.shares",
       [](C c) {
         const std::uint32_t shares = c.scenario.privacy.shares;
         return is_secure(c) && c.is_sound() && crafts_models(c) &&
                shares > 1 &&
                shares + attackers_of(c.scenario) > participants_of(c.scenario);
       },
       [](C c) {
         return "with " + std::to_string(attackers_of(c.scenario)) +
                " attackers, who leave theirs out, is more than the clients of "
                "a round";
       }},
      {"privacy.randomness",
       [](C c) {
         return is_secure(c) && c.scenario.privacy.system_randomness &&
                c.mechanism.traits.on_rewards;
       },
       "system is for sound noise and masks; answers are randomised by "
       "simulated numbers"},
  };
}

/// Conflicts of noise that is complete only if a sum holds each of its shares,
/// all with one weight.
ConflictRules share_rules() {
  static const std::string kAll =
      " as published needs the share of every client in every sum";
  return {
      {"federation.absent",
       [](C c) {
         return is_secure(c) && c.needs_all_clients() &&
                !c.scenario.federation.absent.empty();
       },
       [](C c) { return "leaves shares out: " + c.mechanism.name + kAll; }},
      {"unlearning.method",
       [](C c) {
         return is_secure(c) && c.needs_all_clients() && c.unlearning;
       },
       [](C c) { return "has clients leave: " + c.mechanism.name + kAll; }},
      {"privacy.randomness",
       [](C c) {
         return is_secure(c) && c.needs_all_clients() &&
                c.scenario.privacy.system_randomness;
       },
       [](C c) {
         return "system is not for " + c.mechanism.name +
                " as published, whose noise is simulated; say privacy.mode = "
                "sound";
       }},
      {"federation.weighting",
       [](C c) {
         return is_secure(c) && c.needs_all_clients() && c.varies_searches() &&
                c.scenario.federation.weighting == Weighting::kInteractions;
       },
       [](C c) {
         return "must be uniform for " + c.mechanism.name +
                " with quantity: its shares count alike";
       }},
  };
}

Found no_neighbourhood(C c) {
  if (!is_secure(c)) return std::nullopt;
  try {
    for (const auto& [round, number] : numbers_there(c.scenario))
      choose_neighbourhood(participants_of(c.scenario, number),
                           secure_plan(c.scenario).tolerance);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return std::nullopt;
}

/// Maximum number that a client adds to a sum, derived from its clip or
/// learner; 0: unbounded.
double reach_of(C c) {
  const auto& privacy = c.scenario.privacy;
  if (c.is_sound())
    return privacy.parameters.real(kSensitivity) / 2 +
           kWidths * sound_noise(c.scenario).width();
  // The difference of two models, both with noise.
  const MechanismTraits& mechanism = c.mechanism.traits;
  if (mechanism.clip)
    return 2 * (mechanism.clip(privacy.parameters) +
                kWidths * mechanism.scale(privacy.parameters));
  const auto& reach = c.learner.traits.reach;
  return reach ? reach(c.scenario.learner.parameters) : 0;
}

Found no_fixed_point(C c) {
  if (!is_secure(c)) return std::nullopt;
  try {
    const SecurePlan plan = secure_plan(c.scenario);
    fixed_point_for(plan.limit, max_weight(c.scenario), plan.quantum);
  } catch (const std::invalid_argument& error) {
    return std::string("does not fit 64-bit sums: ") + error.what();
  }
  return std::nullopt;
}

ConflictRules size_rules() {
  return {
      {"privacy.secure-dropouts",
       [](C c) {
         return is_secure(c) &&
                failing_share(c.scenario) > c.scenario.privacy.secure_dropouts;
       },
       [](C c) {
         return "is less than the " + exact(failing_share(c.scenario)) +
                " of the clients that fail on average: most sums would be lost";
       }},
      {"federation.clients",
       [](C c) {
         return is_secure(c) && participants_of(c.scenario) > kMaxClients;
       },
       [](C c) {
         return "makes rounds of " +
                std::to_string(participants_of(c.scenario)) +
                ": keys and shares take 55 kB a client, so "
                "privacy.secure-aggregation is for 100000 a round";
       }},
      {"federation.clients", no_neighbourhood},
      {"privacy.secure-range",
       [](C c) {
         return is_secure(c) && c.scenario.privacy.secure_range < reach_of(c);
       },
       [](C c) {
         return "is too small: by clip and noise what a client adds may "
                "reach " +
                exact(std::ceil(reach_of(c)));
       }},
      {"privacy.secure-range", no_fixed_point},
  };
}

}  // namespace

ConflictRules secure_rules() {
  ConflictRules all = single_update_rules();
  for (const auto& rules : {noise_rules, share_rules, size_rules})
    for (const ConflictRule& rule : rules()) all.push_back(rule);
  return all;
}

}  // namespace fedltr
