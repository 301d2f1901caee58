#pragma once

#include "actors/messages.hpp"
#include "actors/plan.hpp"

namespace fedltr {

/// One client of a federation: learns from its own users when told to Train.
/// Holds nothing but its number and the plan.
caf::behavior client(caf::event_based_actor* self,
                     std::shared_ptr<const FederationPlan> plan,
                     std::uint32_t id);

/// What it computes.
Update train_client(const FederationPlan& plan, std::uint32_t id,
                    const Train& order);

}  // namespace fedltr
