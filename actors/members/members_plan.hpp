#pragma once

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "algorithms/core/linalg.hpp"
#include "algorithms/members/epoch_code.hpp"
#include "algorithms/members/member_learner.hpp"
#include "algorithms/privacy/neighbourhood.hpp"

namespace fedltr::members {

/// Thrown by MemberSecrets::charge: the member's budget is spent.
struct BudgetSpent : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The members' agreement on a federation; no data.
struct MembersPlan {
  std::string name;                ///< for the log
  std::vector<std::string> names;  ///< of members, by place; 3 or more
  MemberTraining training;
  EpochCode code;
  Tolerance tolerance;
  Vector initial;
  std::uint32_t epochs = 1;  ///< sums to open
  double divisor = 0;        ///< of a sum; 0 = members in it
  std::uint32_t every = 0;   ///< seconds from one epoch to the next
};

/// Time limits of stages in seconds; 0 means no clock: all members answer.
struct Deadlines {
  std::uint32_t window = 0;   ///< for keys, unless all have sent one
  std::uint32_t answer = 0;   ///< for later stages
  std::uint32_t tick = 1000;  ///< milliseconds; in a test a second is shorter
};

/// The lead's state between two epochs.
struct LeadState {
  std::uint32_t epoch = 0;   ///< last number used
  std::uint32_t opened = 0;  ///< number of opened sums
  Vector model;

  template <class F>
  auto fields(F&& f) {
    return f(epoch, opened, model);
  }
};

/// An epoch that is over. Bytes are of messages, without frames and TLS.
struct EpochRecord {
  std::uint32_t epoch = 0;
  std::uint32_t members = 0;
  std::vector<std::uint32_t> survivors;  ///< places
  std::string why;                       ///< it is lost; empty if it is not
  std::uint64_t bytes_up = 0;
  std::uint64_t bytes_down = 0;
};

/// Functions of the process around a lead. May throw, which ends the lead.
struct LeadHooks {
  /// Called before an epoch opens: its number must never be used again, not
  /// even after a loss of power.
  std::function<void(std::uint32_t epoch)> on_open;
  /// Called after an epoch.
  std::function<void(const EpochRecord&, const LeadState&)> on_closed;
};

}  // namespace fedltr::members
