#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "actors/link/gateway_config.hpp"
#include "actors/members/members_plan.hpp"
#include "actors/members/members_wire.hpp"
#include "actors/runtime/interrupt.hpp"
#include "algorithms/data/dataset.hpp"
#include "algorithms/members/epoch_member.hpp"

namespace fedltr::members {

/// End of a federation at its lead or a member.
struct End {
  enum class Kind : std::uint8_t {
    kDone,
    kFailed,
    kLeftOut,      ///< the lead refuses this member, or never came; or too few
                   ///< members stay
    kBudgetSpent,  ///< of this member
    kInterrupted,  ///< by the user; another process can continue
  };
  Kind kind = Kind::kInterrupted;
  std::string why;
};

/// Maximum bytes of a message.
std::size_t max_bytes(const MembersPlan& plan);

/// A lead's settings.
struct LeadConfig {
  MembersPlan plan;
  link::Agreed agreed;  ///< must equal a member's
  Deadlines deadlines;
  LeadState state;  ///< of an earlier process; else the initial model
  LeadHooks hooks;
  std::function<Bits(std::uint32_t epoch)> draw;  ///< as in LeadPlace
  std::function<std::int64_t()> clock = {};       ///< as in LeadPlace
  /// Called with each message of a member that is received, and each that is
  /// sent; may be empty.
  std::function<void(std::string_view message)> transcript;
  GatewayConfig gateway;     ///< without `max_bytes`
  Certifier certifier = {};  ///< at members.level = lying
};

/// Leads a federation with `threads` threads until all epochs are over.
End run_lead(const LeadConfig& config, std::size_t threads,
             Interrupt& interrupt);

/// A member's rows, secrets and settings.
struct MemberConfig {
  MembersPlan plan;
  std::uint32_t member = 0;  ///< place in the plan's names
  std::shared_ptr<const Dataset> rows;
  std::shared_ptr<const Evaluation> held_out;  ///< own; null: none
  std::shared_ptr<SearchSource> searches;      ///< real users'; null: none
  MemberSecrets secrets;
  /// Called with each model; in a welcome, survivors are 0.
  std::function<void(const Closed&)> on_model;
  std::function<void(const Measured&)> on_measured;  ///< or empty
  /// Called with each epoch that gives no model; or empty. What was taken for
  /// it may be taken again, unless its sums were opened and discarded.
  std::function<void(const Closed&)> on_lost;
  /// Called when another comparison by clicks begins; or empty.
  std::function<void(const MemberTrial&)> on_trial;
  /// Called when the member has joined the lead, and when it is without one; or
  /// empty.
  std::function<void(bool)> on_link = {};
  /// True if its budget covers an epoch: it stays without a part in the others.
  /// Empty: it ends when its budget is spent.
  std::function<bool(EpochKind)> has_budget = {};
  /// Set: the member leaves for good, without rows; called when the lead has
  /// it on disk.
  std::function<void(const Left&)> on_left;
  link::Agreed agreed;        ///< must equal the lead's
  std::uint64_t process = 0;  ///< as in Join
  std::uint32_t wait = 300;   ///< seconds without a lead until it gives up
  /// Connects and returns the socket. Throws an error to log before another
  /// try.
  std::function<int()> dial;
  GatewayConfig gateway;                  ///< without `max_bytes`
  std::optional<MemberProof> proof = {};  ///< at members.level = lying
};

/// Takes part with `threads` threads until all epochs are over; reconnects if a
/// connection is lost.
End run_member(const MemberConfig& config, std::size_t threads,
               Interrupt& interrupt);

}  // namespace fedltr::members
