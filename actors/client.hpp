#pragma once

#include "actors/messages.hpp"
#include "actors/personal_part.hpp"
#include "actors/plan.hpp"

namespace fedltr {

/// One client of a federation: learns from its own users when told to Train.
/// Holds nothing but its number, the plan and, with FedPer, its own part of the
/// model.
caf::behavior client(caf::event_based_actor* self,
                     const std::shared_ptr<const FederationPlan>& plan,
                     std::uint32_t id);

/// What it finds when it scores a model with its own part.
ClientEvaluated evaluate_own(const FederationPlan& plan, std::uint32_t id,
                             const EvaluateOwn& order,
                             const PersonalPart& personal);

/// What it computes.
/// @param personal  what stays with the client, of plan.personal numbers
Update train_client(const FederationPlan& plan, std::uint32_t id,
                    const Train& order, PersonalPart& personal);

}  // namespace fedltr
