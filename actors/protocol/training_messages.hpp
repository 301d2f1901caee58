#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "algorithms/core/fields.hpp"
#include "algorithms/core/parameters.hpp"
#include "algorithms/federation/block.hpp"
#include "algorithms/federation/faults.hpp"
#include "algorithms/federation/local_update.hpp"
#include "algorithms/federation/round_spec.hpp"

// A round of training or of unlearning:
//
//   server -> cohort    TrainCohort    answered by CohortUpdate
//   cohort -> client    Train          answered by Update or ClientFailed
//
// Attackers answer as in attack_messages.hpp, and all clients of a secure
// aggregation as in secure_messages.hpp.
namespace fedltr {

/// Runs a round with some clients of the cohort.
struct TrainCohort {
  static constexpr const char* kName = "TrainCohort";
  std::uint32_t round = 0;
  Parameters model;
  RoundSpec spec;
  /// Ascending; empty means all clients, unless no client takes part.
  std::vector<std::uint32_t> participants;
  bool full_knowledge = false;  ///< the adversary receives its updates
  /// No client takes part: the cohort only adds late updates.
  bool nobody = false;

  auto fields(auto&& f) {
    return f(round, model, spec, participants, full_knowledge, nobody);
  }
};

/// Asks a client to learn from its users, starting at this model.
struct Train {
  static constexpr const char* kName = "Train";
  std::uint32_t round = 0;
  Parameters model;
  RoundSpec spec;

  auto fields(auto&& f) { return f(round, model, spec); }
};

/// Carries a client's local model.
struct Update {
  static constexpr const char* kName = "Update";
  LocalUpdate local;
  Parameters message;

  auto fields(auto&& f) { return f(local, message); }
};

/// Reports an error in a client's code: the run fails.
struct ClientFailed {
  static constexpr const char* kName = "ClientFailed";
  std::uint32_t client = 0;
  std::string what;

  auto fields(auto&& f) { return f(client, what); }
};

/// Carries the sum of a cohort's updates.
struct CohortUpdate {
  static constexpr const char* kName = "CohortUpdate";
  std::uint32_t round = 0;
  std::uint32_t cohort = 0;
  PartialSum sum;
  RoundFaults faults;
  ClientRows rows;  ///< for rules that look at each update; otherwise empty

  auto fields(auto&& f) { return f(round, cohort, sum, faults, rows); }
};

using TrainingMessages =
    TypeList<TrainCohort, Train, Update, ClientFailed, CohortUpdate>;

}  // namespace fedltr
