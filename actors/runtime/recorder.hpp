#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "actors/plan.hpp"
#include "actors/protocol/messages.hpp"
#include "actors/runtime/observer.hpp"

namespace fedltr {

/// server -> recorder, in one process: carries a row of the learning curve.
struct RecordRound {
  std::uint32_t run = 0;
  RoundRecord record;
};
/// server -> recorder: carries the result.
struct RecordResult {
  std::uint32_t run = 0;
  std::shared_ptr<RunResult> result;
};

/// server -> recorder: carries a checkpoint.
struct RecordCheckpoint {
  std::uint32_t run = 0;
  std::uint32_t round = 0;
  std::shared_ptr<const std::string> bytes;
};
/// Answers RecordCheckpoint, so that a server makes checkpoints no faster than
/// they can be saved.
struct CheckpointKept {};

/// Passes the results of all runs to an observer.
/// @param observer   outlives the actor
/// @param conductor  receives RunEnded when a run is over
caf::behavior recorder(caf::event_based_actor* self, Observer* observer,
                       const caf::actor& conductor);

}  // namespace fedltr

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::RecordRound)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::RecordResult)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::RecordCheckpoint)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::CheckpointKept)
