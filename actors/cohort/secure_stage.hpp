#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>

#include "actors/cohort/window.hpp"
#include "actors/protocol/secure_messages.hpp"

namespace fedltr {

/// Passes the sealed messages of secure aggregation between a server and a
/// cohort's clients, one stage at a time.
class SecureStageRelay {
 public:
  /// Begins a stage. In kMasks messages wait for the order to train; in the
  /// other stages each client answers.
  void open(const SecAggMessages& order);
  /// True if a stage is open and all of its clients have answered.
  bool is_complete() const { return open_ && owed_.empty(); }

  /// Returns the next message to a client.
  std::optional<SecAggMessage> next() { return window_.next(); }
  /// Takes a client's answer; ignores it if it is not awaited.
  /// @return  true if it was awaited
  bool add(const SecAggMessage& answer);
  /// Returns the answers by client once the stage is complete; to be taken
  /// once.
  SecAggMessages take();

  /// Returns the message to send before a client's order to train, if any.
  std::optional<SecAggMessage> before_training(std::uint32_t client);
  /// Ends the round.
  void close_round() { ahead_.clear(); }

 private:
  bool open_ = false;
  SecAggMessages answers_;
  std::set<std::uint32_t> owed_;  ///< clients that have not answered
  Window<SecAggMessage> window_;
  std::map<std::uint32_t, SecAggMessage> ahead_;  ///< by client
};

}  // namespace fedltr
