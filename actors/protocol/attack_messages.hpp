#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/core/fields.hpp"
#include "algorithms/core/parameters.hpp"
#include "algorithms/federation/block.hpp"

// Clients that attack with the help of an adversary:
//
//   server   -> adversary    AttackRound
//   attacker -> cohort       UpdatePending
//   attacker -> adversary    HonestModel      answered by Crafted
//   cohort   -> adversary    HonestUpdates    with full knowledge
namespace fedltr {

/// Announces that an attacker's update comes later, crafted by the adversary.
struct UpdatePending {
  static constexpr const char* kName = "UpdatePending";
  std::uint32_t round = 0;
  std::uint32_t client = 0;

  auto fields(auto&& f) { return f(round, client); }
};

/// Holds an attacker's honestly learned model.
struct HonestModel {
  static constexpr const char* kName = "HonestModel";
  std::uint32_t round = 0;
  std::uint32_t client = 0;
  Parameters model;

  auto fields(auto&& f) { return f(round, client, model); }
};

/// Holds the message that the attacker sends instead.
struct Crafted {
  static constexpr const char* kName = "Crafted";
  std::uint32_t round = 0;
  Parameters message;

  auto fields(auto&& f) { return f(round, message); }
};

/// Announces a round to the adversary.
struct AttackRound {
  static constexpr const char* kName = "AttackRound";
  std::uint32_t round = 0;
  std::uint32_t rng_round = 0;  ///< round whose random streams are used
  std::uint32_t training_round = 0;
  std::uint32_t clients = 0;
  std::uint32_t attackers = 0;  ///< of the clients
  std::uint32_t cohorts = 0;
  Parameters model;
  std::vector<std::uint32_t> eligible = {};  ///< empty means every client

  auto fields(auto&& f) {
    return f(round, rng_round, training_round, clients, attackers, cohorts,
             model, eligible);
  }
};

/// Holds the updates of a cohort's clients that don't attack.
struct HonestUpdates {
  static constexpr const char* kName = "HonestUpdates";
  std::uint32_t round = 0;
  std::uint32_t cohort = 0;
  ClientRows rows;

  auto fields(auto&& f) { return f(round, cohort, rows); }
};

using AttackMessages =
    TypeList<UpdatePending, HonestModel, Crafted, AttackRound, HonestUpdates>;

}  // namespace fedltr
