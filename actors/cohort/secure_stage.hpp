#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>

#include "actors/cohort/window.hpp"
#include "actors/protocol/secure_messages.hpp"

namespace fedltr {

/// Passes the messages of secure aggregation on between a server and a cohort's
/// clients, a stage at a time. It can read none of them.
class SecureStageRelay {
 public:
  /// Begins a stage. In kMasks messages wait for the order to train; in the
  /// others each client answers.
  void open(const SecAggMessages& order);
  /// Whether the server waits for an answer at once: nobody is asked.
  bool is_complete() const { return open_ && owed_.empty(); }

  /// The next message to a client.
  std::optional<SecAggMessage> next() { return window_.next(); }
  /// Takes a client's answer; what is not awaited is passed over.
  /// @return  whether it was awaited
  bool add(const SecAggMessage& answer);
  /// The answers by client, once the stage is complete; to be taken once.
  SecAggMessages take();

  /// The message that goes ahead of a client's order to train, if any.
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
