#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "actors/plan.hpp"
#include "actors/protocol/evaluation_messages.hpp"
#include "actors/protocol/training_messages.hpp"
#include "actors/protocol/unlearning_messages.hpp"
#include "algorithms/core/archive.hpp"

// What server and nodes send each other; a frame holds one message:
//
//   node   -> server    Hello       answered by Welcome or Refused
//   node   -> server    Ready       answered by Accepted or Refused
//   server -> node      Order       answered by Answer
//   server -> node      Close       the cohort is this node's no longer
//   server -> node      Farewell    there is nothing left to do
//
// Frames are hostile: decode() throws ArchiveError for what is no message of
// that side, and what it returns is held against the plan by Bounds before it
// is used. Nothing here knows sockets or actors.
namespace fedltr::wire {

/// Changes whenever a frame does.
inline constexpr std::uint32_t kProtocol = 3;

/// What a server can ask of a cohort; what changes nothing, too.
using Task = std::variant<TrainCohort, EvaluateOwn, StatsRequest, LeaveCohort>;
/// What the cohort answers, in the same order; or its code broke.
using Outcome = std::variant<CohortUpdate, CohortEvaluated, CohortStats,
                             CohortLeft, ClientFailed>;

/// Says who the node is.
struct Hello {
  static constexpr const char* kName = "Hello";
  std::uint32_t protocol = kProtocol;
  std::string version;  ///< of fedltr, and the commit it was built from
  std::string name;
  std::string token;  ///< secret; of the federation's CA
  std::uint32_t cores = 1;

  template <class F>
  auto fields(F&& f) {
    return f(protocol, version, name, token, cores);
  }
};

/// Says what is run, for the node to make the same of it.
struct Welcome {
  static constexpr const char* kName = "Welcome";
  std::string scenario;

  template <class F>
  auto fields(F&& f) {
    return f(scenario);
  }
};

/// Says what the node has made of it, and of its data.
struct Ready {
  static constexpr const char* kName = "Ready";
  std::string digest;             ///< of the scenario, SHA-256
  std::vector<std::string> data;  ///< SHA-256 of each file

  template <class F>
  auto fields(F&& f) {
    return f(digest, data);
  }
};

/// Says that the node has joined.
struct Accepted {
  static constexpr const char* kName = "Accepted";

  template <class F>
  auto fields(F&& f) {
    return f();
  }
};

/// Says that the node may not join.
struct Refused {
  static constexpr const char* kName = "Refused";
  std::string why;
  bool later = false;  ///< it may try again

  template <class F>
  auto fields(F&& f) {
    return f(why, later);
  }
};

/// Gives a cohort something to do.
struct Order {
  static constexpr const char* kName = "Order";
  std::uint32_t run = 0;
  std::uint32_t cohort = 0;
  std::uint64_t number = 0;  ///< of the order, for its answer
  bool opens = false;        ///< the cohort begins at the node, with:
  std::string state;         ///< empty: as it is at the very first
  Task task;

  template <class F>
  auto fields(F&& f) {
    return f(run, cohort, number, opens, state, task);
  }
};

/// Says what came of an order.
struct Answer {
  static constexpr const char* kName = "Answer";
  std::uint32_t run = 0;
  std::uint32_t cohort = 0;
  std::uint64_t number = 0;
  Outcome outcome;
  std::string state;  ///< of the cohort from now on; empty: as before

  template <class F>
  auto fields(F&& f) {
    return f(run, cohort, number, outcome, state);
  }
};

/// Takes a cohort from the node.
struct Close {
  static constexpr const char* kName = "Close";
  std::uint32_t run = 0;
  std::uint32_t cohort = 0;

  template <class F>
  auto fields(F&& f) {
    return f(run, cohort);
  }
};

/// Ends the session: all is done.
struct Farewell {
  static constexpr const char* kName = "Farewell";

  template <class F>
  auto fields(F&& f) {
    return f();
  }
};

using NodeMessage = std::variant<Hello, Ready, Answer>;
using ServerMessage =
    std::variant<Welcome, Accepted, Refused, Order, Close, Farewell>;

std::string encode(NodeMessage message);
std::string encode(ServerMessage message);

/// @tparam Messages  NodeMessage or ServerMessage
/// @throws ArchiveError
template <class Messages>
Messages decode(std::string_view frame) {
  return unarchived<Messages>(frame);
}

/// The name of the message that a variant holds.
template <class... Messages>
const char* name_of(const std::variant<Messages...>& message) {
  return std::visit([](const auto& each) { return each.kName; }, message);
}

/// More than any frame about this plan takes, in bytes.
std::size_t max_bytes(const FederationPlan& plan);

/// Bytes of a frame before a node is known,
inline constexpr std::size_t kMaxGreeting = 1U << 16;
/// of a scenario,
inline constexpr std::size_t kMaxWelcome = 1U << 26;
/// and of any frame.
inline constexpr std::size_t kMaxBytes = 1U << 30;

/// A peer's words, fit for a log line: short and printable.
std::string printable(std::string_view text);

}  // namespace fedltr::wire
