#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>

#include "algorithms/attacks/attack.hpp"
#include "algorithms/silo/silo_training.hpp"

namespace fedltr {

/// Colluding parties of a simulation: the attack computes their messages from
/// their knowledge of honest ones. Applied where the answers are collected, so
/// that parties in other processes act as in one.
class HostileParties {
 public:
  explicit HostileParties(PartyAttack attack) : attack_(std::move(attack)) {}

  /// Replaces the messages of the hostile parties in a step, if any takes part.
  /// @param kind  a step that tells(); each kind has an attack with its own
  /// memory
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
