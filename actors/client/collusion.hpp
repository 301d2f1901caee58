#pragma once

#include <map>
#include <optional>

#include "actors/plan.hpp"
#include "actors/protocol/attack_messages.hpp"

namespace fedltr {

/// Colluding attackers' knowledge of a round, collected in any order, and the
/// updates they craft from it.
class Collusion {
 public:
  /// @param plan  outlives it
  explicit Collusion(const FederationPlan& plan) : plan_(&plan) {}

  void add(const AttackRound& order) { order_ = order; }
  void add(const HonestModel& own) { own_[own.client] = own.model; }
  void add(const HonestUpdates& heard) { honest_[heard.cohort] = heard; }

  /// True if everything is known: the attackers' models and, with full
  /// knowledge, all other clients' updates.
  bool is_complete() const;
  /// Returns the update that each attacker sends, by client.
  std::map<std::uint32_t, Parameters> craft(Attack& attack) const;

 private:
  /// Models, one row each, and their clients.
  struct Known {
    Matrix models;
    std::vector<std::uint32_t> clients;
  };
  Known known() const;

  const FederationPlan* plan_;
  std::optional<AttackRound> order_;
  std::map<std::uint32_t, Parameters> own_;        ///< by client
  std::map<std::uint32_t, HonestUpdates> honest_;  ///< by cohort
};

}  // namespace fedltr
