#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "actors/consortium/consortium_wire.hpp"

// All events that determine a relay's actions, in their order: each is kept
// before the relay acts on it, so that another process that replays them
// reaches the same state.
namespace fedltr::consortium {

/// A party's process is admitted.
struct Joined {
  static constexpr const char* kName = "Joined";
  std::uint32_t party = 0;
  std::uint64_t process = 0;  ///< of Join

  auto fields(auto&& f) { return f(party, process); }
};

/// The run begins.
struct Begun {
  static constexpr const char* kName = "Begun";
  std::vector<std::uint32_t> absent;  ///< parties that never came

  auto fields(auto&& f) { return f(absent); }
};

/// A new message of a party.
struct Came {
  static constexpr const char* kName = "Came";
  std::uint32_t party = 0;
  Carried carried;

  auto fields(auto&& f) { return f(party, carried); }
};

/// A party lets its deadline pass.
struct Silenced {
  static constexpr const char* kName = "Silenced";
  std::uint32_t party = 0;
  std::uint32_t attempt = 0;  ///< at key agreement
  /// The deadline; 0 if the party is not connected; or a reason of Silence.
  std::uint32_t seconds = 0;

  auto fields(auto&& f) { return f(party, attempt, seconds); }
};

/// A party has sent Bye.
struct Left {
  static constexpr const char* kName = "Left";
  std::uint32_t party = 0;

  auto fields(auto&& f) { return f(party); }
};

/// A query of the party's own user in a search session.
struct Asked {
  static constexpr const char* kName = "Asked";
  std::vector<std::string> terms;

  auto fields(auto&& f) { return f(terms); }
};

/// The party stops waiting for answers to a query, by the number of its Asked.
struct GaveUp {
  static constexpr const char* kName = "GaveUp";
  std::uint32_t query = 0;

  auto fields(auto&& f) { return f(query); }
};

/// Periods of the party's account in a search session may be over.
struct Renewed {
  static constexpr const char* kName = "Renewed";
  std::uint64_t now = 0;  ///< Unix time

  auto fields(auto&& f) { return f(now); }
};

using RelayRecord = std::variant<Joined, Begun, Came, Silenced, Left>;
/// An event of a party.
using PartyEvent = std::variant<Carried, Asked, GaveUp, Renewed>;

}  // namespace fedltr::consortium
