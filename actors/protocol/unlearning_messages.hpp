#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/core/fields.hpp"

// Clients leave to be unlearned:
//
//   server -> cohort    LeaveCohort    answered by CohortLeft
//   cohort -> client    Leave          answered by ClientRemoved
namespace fedltr {

/// Removes these clients and all of their state.
struct LeaveCohort {
  static constexpr const char* kName = "LeaveCohort";
  std::vector<std::uint32_t> clients;  ///< ascending

  auto fields(auto&& f) { return f(clients); }
};

/// Removes a client.
struct Leave {
  static constexpr const char* kName = "Leave";

  auto fields(auto&& f) { return f(); }
};

/// The last message of a client.
struct ClientRemoved {
  static constexpr const char* kName = "ClientRemoved";
  std::uint32_t client = 0;
  /// Documents its users clicked, ascending; for the study only.
  std::vector<std::uint32_t> clicked;

  auto fields(auto&& f) { return f(client, clicked); }
};

/// Confirms that the clients have been removed.
struct CohortLeft {
  static constexpr const char* kName = "CohortLeft";
  std::uint32_t cohort = 0;
  std::vector<ClientRemoved> removed;  ///< by client

  auto fields(auto&& f) { return f(cohort, removed); }
};

using UnlearningMessages =
    TypeList<LeaveCohort, Leave, ClientRemoved, CohortLeft>;

}  // namespace fedltr
