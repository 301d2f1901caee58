#pragma once

#include "actors/client/attack_memory.hpp"
#include "actors/client/collusion.hpp"
#include "actors/protocol/messages.hpp"

namespace fedltr {

/// The actor through which attackers collude: receives their honest models,
/// with full knowledge also all other clients' updates, and sends each attacker
/// its crafted update. The attack's state is part of the run's checkpoint,
/// after the cohorts'.
struct AdversaryState {
  static constexpr const char* name = "adversary";

  explicit AdversaryState(caf::stateful_actor<AdversaryState>* owner)
      : self(owner) {}

  Collusion& round(std::uint32_t number);
  void craft_if_complete(std::uint32_t number);
  void restore(const Restore& from);

  caf::stateful_actor<AdversaryState>* self;
  std::shared_ptr<const FederationPlan> plan;
  std::optional<AttackMemory> attack;
  caf::actor server;
  std::map<std::uint32_t, caf::actor> attackers;  ///< by client
  std::map<std::uint32_t, Collusion> rounds;
};

caf::behavior adversary(caf::stateful_actor<AdversaryState>* self,
                        std::shared_ptr<const FederationPlan> plan);

}  // namespace fedltr
