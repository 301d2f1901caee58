// Conflicts of privacy.secure-aggregation and of noise that needs every
// client's share.
#include <cmath>

#include "app/base/text.hpp"
#include "app/schema/attendance.hpp"
#include "app/schema/rules.hpp"
#include "app/schema/secure_plan.hpp"

namespace fedltr {
namespace {

using C = const Choices&;

/// Assumed maximum of noise, in widths: e^-60 of Laplace's tail is beyond.
constexpr double kWidths = 60;

bool is_secure(C c) {
  return c.scenario.privacy.secure;
}

bool crafts_models(C c) {
  return c.attack.traits.on_models && attackers_of(c.scenario) > 0;
}

/// Options that need a single client's update.
Found single_update_conflict(C c) {
  if (is_secure(c) && c.is_robust())
    return conflict("aggregation.rule",
                    c.rule.name +
                        (c.rule.traits.follows_clients
                             ? " follows each client's updates"
                             : " compares updates with each other") +
                        ", of which privacy.secure-aggregation shows only the "
                        "sum" +
                        (c.brings_rule() ? "" : "; set mean"));
  if (is_secure(c) && c.is_attacked() && c.scenario.attack.full)
    return conflict("attack.knowledge",
                    "full is the server's copy of every update, which does not "
                    "exist under privacy.secure-aggregation; set partial");
  const FaultOptions& faults = c.scenario.faults;
  if (is_secure(c) && faults.late > 0 && faults.use_late)
    return conflict(
        "faults.stale",
        "weigh adds a late update to another round, where its masks don't "
        "cancel; with privacy.secure-aggregation set drop");
  if (is_secure(c) && stores_updates(c.scenario))
    return conflict(
        "unlearning.method",
        c.unlearning->name +
            " sends stored updates again, or their lengths: the sum with an "
            "unlearned client minus the sum without it is its update; under "
            "privacy.secure-aggregation set fine-tune");
  if (is_secure(c) && c.unlearning && c.unlearning->make.repeats)
    return conflict("unlearning.method",
                    c.unlearning->name +
                        " repeats simulated searches: a sum with an unlearned "
                        "client minus the sum without it is its update; under "
                        "privacy.secure-aggregation set fine-tune");
  return {};
}

/// Conflicts of noise with attackers that omit their shares, and of randomised
/// rewards with the system's randomness.
Found noise_conflict(C c) {
  if (is_secure(c) && c.needs_all_clients() && crafts_models(c))
    return conflict("attack.kind",
                    "makes attackers craft their updates, without the share of "
                    "noise that " +
                        c.mechanism.name +
                        " as published needs from each client");
  const std::uint32_t shares = c.scenario.privacy.shares;
  if (is_secure(c) && c.is_sound() && crafts_models(c) && shares > 1 &&
      shares + attackers_of(c.scenario) > participants_of(c.scenario))
    return conflict("privacy.shares",
                    "with " + std::to_string(attackers_of(c.scenario)) +
                        " attackers who omit their shares is more than the "
                        "clients of a round");
  if (is_secure(c) && c.scenario.privacy.system_randomness &&
      c.mechanism.traits.on_rewards)
    return conflict("privacy.randomness",
                    "system is for sound noise and masks; answers use "
                    "simulated random numbers");
  return {};
}

/// Conflicts of noise with a server that leaves some of its shares out.
Found lie_conflict(C c) {
  const auto& privacy = c.scenario.privacy;
  if (!is_secure(c) || !privacy.secure_lies) return {};
  const std::uint32_t least = least_opened(c.scenario);
  const std::string opens =
      ": a server that lies about dropouts may open the sum of " +
      std::to_string(least) + " honest clients";
  if (c.needs_all_clients())
    return conflict("privacy.secure-server",
                    "is not for " + c.mechanism.name +
                        " as published, which needs the share of every "
                        "client" +
                        opens + "; set privacy.mode = sound");
  const std::uint32_t omitted = crafts_models(c) ? attackers_of(c.scenario) : 0;
  if (c.is_sound() && privacy.shares > 1 && privacy.shares + omitted > least)
    return conflict(
        "privacy.shares",
        (omitted > 0 ? "with " + std::to_string(omitted) +
                           " attackers who omit their shares is too large"
                     : "is too large") +
            opens +
            (least > omitted
                 ? "; expected at most " + std::to_string(least - omitted)
                 : ""));
  return {};
}

/// Conflicts of noise that is complete only if a sum holds each of its shares,
/// all with one weight.
Found share_conflict(C c) {
  static const std::string kAll =
      " as published needs the share of every client in every sum";
  if (is_secure(c) && c.needs_all_clients() &&
      !c.scenario.federation.absent.empty())
    return conflict("federation.absent",
                    "omits shares: " + c.mechanism.name + kAll);
  if (is_secure(c) && c.needs_all_clients() && c.unlearning)
    return conflict("unlearning.method",
                    "has clients leave: " + c.mechanism.name + kAll);
  if (is_secure(c) && c.needs_all_clients() &&
      c.scenario.privacy.system_randomness)
    return conflict("privacy.randomness",
                    "system can't be used with " + c.mechanism.name +
                        " as published, whose noise is simulated; set "
                        "privacy.mode = sound");
  if (is_secure(c) && c.needs_all_clients() && c.varies_searches() &&
      c.scenario.federation.weighting == Weighting::kInteractions)
    return conflict("federation.weighting",
                    "must be uniform for " + c.mechanism.name +
                        " with quantity: its shares have equal weight");
  return {};
}

Complaint no_neighbourhood(C c) {
  if (!is_secure(c)) return std::nullopt;
  try {
    for (const auto pass : {TrainingPass::kFirst, TrainingPass::kRepeated})
      if (pass == TrainingPass::kFirst || repeats_training(c.scenario))
        for (const auto& [round, number] : numbers_there(c.scenario, pass))
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

Complaint no_fixed_point(C c) {
  if (!is_secure(c)) return std::nullopt;
  try {
    const SecurePlan plan = secure_plan(c.scenario);
    fixed_point_for(plan.limit, max_weight(c.scenario), plan.quantum);
  } catch (const std::invalid_argument& error) {
    return std::string("does not fit 64-bit sums: ") + error.what();
  }
  return std::nullopt;
}

Found size_conflict(C c) {
  if (is_secure(c) &&
      failing_share(c.scenario) > c.scenario.privacy.secure_dropouts)
    return conflict(
        "privacy.secure-dropouts",
        "is less than the " + exact(failing_share(c.scenario)) +
            " of the clients that fail on average: most sums would be lost");
  if (is_secure(c) && participants_of(c.scenario) > kMaxMasked)
    return conflict(
        "federation.clients",
        "makes rounds of " + std::to_string(participants_of(c.scenario)) +
            ": keys and shares take 55 kB per client, so "
            "privacy.secure-aggregation allows at most 100000 per round");
  if (is_secure(c) && c.scenario.privacy.secure_lies &&
      participants_of(c.scenario) > kMaxNeighbours)
    return conflict("federation.clients",
                    "makes rounds of " +
                        std::to_string(participants_of(c.scenario)) +
                        ", all neighbours: privacy.secure-server = "
                        "lies-about-dropouts allows at most 2000 per round");
  if (const auto what = no_neighbourhood(c))
    return conflict("federation.clients", *what);
  if (is_secure(c) && c.scenario.privacy.secure_range < reach_of(c))
    return conflict(
        "privacy.secure-range",
        "is too small: with clip and noise a client's part may reach " +
            exact(std::ceil(reach_of(c))));
  if (const auto what = no_fixed_point(c))
    return conflict("privacy.secure-range", *what);
  return {};
}

}  // namespace

Found secure_conflict(C c) {
  return first_conflict(c, {single_update_conflict, noise_conflict,
                            share_conflict, size_conflict, lie_conflict});
}

}  // namespace fedltr
