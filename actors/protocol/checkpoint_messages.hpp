#pragma once

#include <cstdint>
#include <string>

#include "algorithms/core/fields.hpp"

// A checkpoint, between two rounds:
//
//   conductor -> server      CheckpointNow
//   server    -> cohort      SnapshotRequest     answered by CohortSnapshot
//   server    -> adversary   SnapshotRequest     answered by CohortSnapshot
//   cohort    -> client      SnapshotRequest     answered by ClientSnapshot
//   server    -> cohort      Restore, before the first round
//   server    -> adversary   Restore, before the first round
//   cohort    -> client      Restore
//   server    -> recorder    RecordCheckpoint    answered by CheckpointKept
//
// A simulated crash, which a client's state on disk survives:
//
//   cohort    -> client      Crash               answered by PersistedState
//   cohort    -> client      Terminate
namespace fedltr {

/// Makes the server save a checkpoint as soon as a round has closed, and the
/// recorder save the runs that have ended.
struct CheckpointNow {
  static constexpr const char* kName = "CheckpointNow";

  auto fields(auto&& f) { return f(); }
};

/// Asks for the state kept between rounds, as of the end of this round; sent
/// before the next round begins or after it was given up.
struct SnapshotRequest {
  static constexpr const char* kName = "SnapshotRequest";
  std::uint32_t round = 0;

  auto fields(auto&& f) { return f(round); }
};

/// Holds an Archive of a client's state.
struct ClientSnapshot {
  static constexpr const char* kName = "ClientSnapshot";
  std::uint32_t round = 0;
  std::uint32_t client = 0;
  std::string bytes;

  auto fields(auto&& f) { return f(round, client, bytes); }
};

/// Holds an Archive of a cohort's state; the adversary's has the index after
/// the last cohort's.
struct CohortSnapshot {
  static constexpr const char* kName = "CohortSnapshot";
  std::uint32_t round = 0;
  std::uint32_t cohort = 0;
  std::string bytes;

  auto fields(auto&& f) { return f(round, cohort, bytes); }
};

/// Restores the state of a snapshot.
struct Restore {
  static constexpr const char* kName = "Restore";
  std::string bytes;

  auto fields(auto&& f) { return f(bytes); }
};

/// Asks a client that is about to crash for its state on disk, as of before
/// this round.
struct Crash {
  static constexpr const char* kName = "Crash";
  std::uint32_t round = 0;

  auto fields(auto&& f) { return f(round); }
};

/// Holds an Archive of a client's state on disk.
struct PersistedState {
  static constexpr const char* kName = "PersistedState";
  std::uint32_t client = 0;
  std::string bytes;

  auto fields(auto&& f) { return f(client, bytes); }
};

/// Ends a client, without an answer.
struct Terminate {
  static constexpr const char* kName = "Terminate";

  auto fields(auto&& f) { return f(); }
};

using CheckpointMessages =
    TypeList<CheckpointNow, SnapshotRequest, ClientSnapshot, CohortSnapshot,
             Restore, Crash, PersistedState, Terminate>;

}  // namespace fedltr
