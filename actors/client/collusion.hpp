#pragma once

#include <map>
#include <memory>
#include <optional>

#include "actors/plan.hpp"
#include "actors/protocol/attack_messages.hpp"

namespace fedltr {

/// What colluding attackers know of a round, in whatever order it comes, and
/// what they make of it.
class Collusion {
 public:
  /// @param plan  outlives it
  explicit Collusion(const FederationPlan& plan) : plan_(&plan) {}

  void add(const AttackRound& order) { order_ = order; }
  void add(const HonestModel& own) { own_[own.client] = own.model; }
  void add(const HonestUpdates& heard) { honest_[heard.cohort] = heard; }

  /// Whether all is known: what the attackers have learned and, with full
  /// knowledge, what everybody else sends.
  bool is_complete() const;
  /// What each attacker is to send, by client.
  std::map<std::uint32_t, Parameters> craft(Attack& attack) const;

 private:
  /// Models, a row each, and whose they are.
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
