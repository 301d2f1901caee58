#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "actors/link/greeting.hpp"
#include "actors/plan.hpp"
#include "actors/protocol/cohort_tasks.hpp"
#include "algorithms/core/archive.hpp"

// Messages between server and nodes, after the greeting of actors/link:
//
//   server -> node      Welcome     answered by Ready
//   node   -> server    Ready       answered by Accepted or a refusal
//   server -> node      Order       answered by Answer
//   server -> node      Close       the cohort leaves the node
//   server -> node      Farewell    all runs are done
//
// Frames are hostile: decode() throws ArchiveError for an invalid message of
// that side, and Bounds checks a decoded message against the plan before it is
// used. Nothing here uses sockets or actors.
namespace fedltr::wire {

/// Protocols of this program. A new one is due whenever the format of a frame
/// changes, or a number that a node computes from the same scenario.
/// Protocols up to 4 had no range: both sides needed the same commit.
inline constexpr link::Protocols kProtocols = {6, 6};

/// Refuses a node of protocol 4 or earlier.
std::string refuse_earlier(const std::string& why);

/// Sends the scenario, from which the node makes the same runs.
struct Welcome {
  static constexpr const char* kName = "Welcome";
  std::string scenario;

  auto fields(auto&& f) { return f(scenario); }
};

/// Sends the node's size, and its digests of the scenario and its data.
struct Ready {
  static constexpr const char* kName = "Ready";
  std::uint32_t cores = 1;
  std::string digest;             ///< of the scenario, SHA-256
  std::vector<std::string> data;  ///< SHA-256 of each file

  auto fields(auto&& f) { return f(cores, digest, data); }
};

/// Confirms that the node has joined.
struct Accepted {
  static constexpr const char* kName = "Accepted";

  auto fields(auto&& f) { return f(); }
};

/// Orders a cohort to do a task.
struct Order {
  static constexpr const char* kName = "Order";
  std::uint32_t run = 0;
  std::uint32_t cohort = 0;
  std::uint64_t number = 0;  ///< of the order, for its answer
  bool opens = false;        ///< the cohort starts at the node, with `state`
  std::string state;         ///< empty means the initial state
  CohortTask task;

  auto fields(auto&& f) { return f(run, cohort, number, opens, state, task); }
};

/// Holds the outcome of an order.
struct Answer {
  static constexpr const char* kName = "Answer";
  std::uint32_t run = 0;
  std::uint32_t cohort = 0;
  std::uint64_t number = 0;
  CohortOutcome outcome;
  std::string state;  ///< of the cohort afterwards; empty if unchanged

  auto fields(auto&& f) { return f(run, cohort, number, outcome, state); }
};

/// Takes a cohort from the node.
struct Close {
  static constexpr const char* kName = "Close";
  std::uint32_t run = 0;
  std::uint32_t cohort = 0;

  auto fields(auto&& f) { return f(run, cohort); }
};

/// Ends the session: all is done.
struct Farewell {
  static constexpr const char* kName = "Farewell";

  auto fields(auto&& f) { return f(); }
};

using NodeMessage = std::variant<Ready, Answer>;
using ServerMessage = std::variant<Welcome, Accepted, Order, Close, Farewell>;

std::string encode(NodeMessage message);
std::string encode(ServerMessage message);

/// @tparam Messages  NodeMessage or ServerMessage
/// @throws ArchiveError
template <class Messages>
Messages decode(std::string_view frame) {
  return unarchived<Messages>(frame);
}

/// Returns the name of the message that a variant holds.
template <class... Messages>
const char* name_of(const std::variant<Messages...>& message) {
  return std::visit([](const auto& each) { return each.kName; }, message);
}

/// Upper bound of the bytes of any frame about this plan.
std::size_t max_bytes(const FederationPlan& plan);

/// Maximum bytes of a frame with a scenario.
inline constexpr std::size_t kMaxWelcome = 1U << 26;
/// Maximum bytes of any frame.
inline constexpr std::size_t kMaxBytes = 1U << 30;

}  // namespace fedltr::wire
