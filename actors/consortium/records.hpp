#pragma once

#include <cstdint>
#include <string>
#include <utility>
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

/// The rest of a Came, once those who wait for it have it: a question, an
/// answer, or frequencies. All that decides the relay's later actions.
struct Passed {
  static constexpr const char* kName = "Passed";
  std::uint32_t party = 0;
  Carried carried;         ///< without its body
  std::uint32_t size = 0;  ///< of the body
  // Numbers of a question:
  std::uint32_t terms = 0;
  std::uint32_t documents = 0;

  auto fields(auto&& f) { return f(party, carried, size, terms, documents); }
};

/// A party has this many of the relay's messages.
struct Received {
  static constexpr const char* kName = "Received";
  std::uint32_t party = 0;
  std::uint64_t messages = 0;

  auto fields(auto&& f) { return f(party, messages); }
};

/// An answer of another party in a search session. Its content is not kept: in
/// a later process no user waits for the query's result.
struct Answered {
  static constexpr const char* kName = "Answered";
  Carried carried;         ///< without its body
  std::uint32_t size = 0;  ///< of the body

  auto fields(auto&& f) { return f(carried, size); }
};

/// The party asks an owner for counts in documents, which the owner named in an
/// Answered.
struct Fetched {
  static constexpr const char* kName = "Fetched";
  std::uint32_t owner = 0;
  std::uint32_t request = 0;  ///< of the question for counts
  std::vector<std::uint32_t> documents;

  auto fields(auto&& f) { return f(owner, request, documents); }
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

using RelayRecord =
    std::variant<Joined, Begun, Came, Silenced, Left, Passed, Received>;
/// An event of a party.
using PartyEvent =
    std::variant<Carried, Asked, GaveUp, Renewed, Answered, Fetched>;

/// Moves out a message's heading.
inline Carried heading_of(Carried carried) {
  carried.message.body.clear();
  return carried;
}

/// A message of which only a heading is left.
inline SiloMessage delivered(const Passed& passed) {
  const PackedMessage& heading = passed.carried.message;
  return with_heading(
      SiloMessage(Delivered{heading.code, passed.terms, passed.documents, {}},
                  passed.size),
      heading);
}

/// @param fetched  documents that the party then asked for counts in
inline SiloMessage delivered(const Answered& answered,
                             std::vector<std::uint32_t> fetched) {
  const PackedMessage& heading = answered.carried.message;
  return with_heading(
      SiloMessage(Delivered{heading.code, 0, 0, std::move(fetched)},
                  answered.size),
      heading);
}

}  // namespace fedltr::consortium
