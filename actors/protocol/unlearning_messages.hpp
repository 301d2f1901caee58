#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/core/fields.hpp"

// Clients leave to be unlearned:
//
//   server -> cohort    LeaveCohort    answered by CohortLeft
//   cohort -> client    Leave          answered by ClientRemoved
namespace fedltr {

/// Removes these clients, with all that is theirs.
struct LeaveCohort {
  static constexpr const char* kName = "LeaveCohort";
  std::vector<std::uint32_t> clients;  ///< ascending

  template <class F>
  auto fields(F&& f) {
    return f(clients);
  }
};

/// Removes a client.
struct Leave {
  static constexpr const char* kName = "Leave";

  template <class F>
  auto fields(F&& f) {
    return f();
  }
};

/// Is the last message of a client.
struct ClientRemoved {
  static constexpr const char* kName = "ClientRemoved";
  std::uint32_t client = 0;
  /// Documents its users clicked, ascending: the study's alone.
  std::vector<std::uint32_t> clicked;

  template <class F>
  auto fields(F&& f) {
    return f(client, clicked);
  }
};

/// Says that they are gone.
struct CohortLeft {
  static constexpr const char* kName = "CohortLeft";
  std::uint32_t cohort = 0;
  std::vector<ClientRemoved> removed;  ///< by client

  template <class F>
  auto fields(F&& f) {
    return f(cohort, removed);
  }
};

using UnlearningMessages =
    TypeList<LeaveCohort, Leave, ClientRemoved, CohortLeft>;

}  // namespace fedltr
