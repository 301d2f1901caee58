#pragma once

#include "actors/client/client.hpp"

namespace fedltr {

/// A client that poisons the model: in rounds in which it attacks it learns
/// honestly, sends the adversary its model, and sends the cohort the update
/// that the adversary crafts instead. Otherwise it acts like any client.
struct AttackerState {
  static constexpr const char* name = "attacker";

  explicit AttackerState(caf::stateful_actor<AttackerState, LeanActor>* owner)
      : self(owner) {}

  void train(const Train& new_order);
  void send(const Crafted& crafted);

  caf::stateful_actor<AttackerState, LeanActor>* self;
  std::optional<LocalClient> local;
  caf::actor adversary;
  caf::actor cohort;
  Train order;
  Update honest;  ///< until the crafted update arrives
};

LeanBehavior attacker(caf::stateful_actor<AttackerState, LeanActor>* self,
                      const std::shared_ptr<const FederationPlan>& plan,
                      std::uint32_t id,
                      const std::shared_ptr<const Member>& member,
                      const std::shared_ptr<HistoryStore>& store,
                      const caf::actor& adversary);

}  // namespace fedltr
