#pragma once

#include "actors/messages.hpp"
#include "actors/personal_part.hpp"
#include "actors/plan.hpp"

namespace fedltr {

/// A client that, in rounds in which it attacks, learns honestly, shows the
/// adversary what it has learned, and sends what the adversary crafts instead.
struct AttackerState {
  static constexpr const char* name = "attacker";

  explicit AttackerState(caf::stateful_actor<AttackerState>* owner)
      : self(owner) {}

  caf::stateful_actor<AttackerState>* self;
  PersonalPart personal{Vector()};
  caf::actor cohort;
  Update pending;  ///< until it is crafted
};

caf::behavior attacker(caf::stateful_actor<AttackerState>* self,
                       const std::shared_ptr<const FederationPlan>& plan,
                       std::uint32_t id, const caf::actor& adversary);

}  // namespace fedltr
