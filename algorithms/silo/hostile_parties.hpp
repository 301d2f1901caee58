#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>

#include "algorithms/attacks/attack.hpp"
#include "algorithms/silo/silo_training.hpp"

namespace fedltr {

/// Parties of a simulation that collude: what they learn of what is honest, and
/// the attack that makes of it what they tell. Played where the answers come
/// together, so that parties in other processes do the same as in one.
class HostileParties {
 public:
  explicit HostileParties(PartyAttack attack) : attack_(std::move(attack)) {}

  /// Replaces what the hostile ones of them tell in a step, if any is there.
  /// @param kind  a step that tells(); what an attack remembers is of one kind
  /// @param told  by party, honest
  void act(TrainingStep::Kind kind, std::map<std::uint32_t, Vector>& told);

 private:
  /// The attack on steps of one kind.
  struct Memory {
    std::unique_ptr<Attack> attack;
    std::uint32_t round = 0;
  };

  PartyAttack attack_;
  std::map<TrainingStep::Kind, Memory> memories_;
};

}  // namespace fedltr
