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
//   server    -> adversary   Restore, likewise
//   cohort    -> client      Restore
//   server    -> recorder    RecordCheckpoint    answered by CheckpointKept
//
// and what a client has on its disk when it crashes, as a simulated fault
//
//   cohort    -> client      Crash               answered by PersistedState
//   cohort    -> client      Terminate
namespace fedltr {

/// Makes a checkpoint as soon as a round has closed; to the recorder: of what
/// has come to an end.
struct CheckpointNow {
  static constexpr const char* kName = "CheckpointNow";

  template <class F>
  auto fields(F&& f) {
    return f();
  }
};

/// Asks for what is kept from round to round, as of after this one; comes
/// between that round and the next, or after the next was given up.
struct SnapshotRequest {
  static constexpr const char* kName = "SnapshotRequest";
  std::uint32_t round = 0;

  template <class F>
  auto fields(F&& f) {
    return f(round);
  }
};

/// Holds an Archive of it.
struct ClientSnapshot {
  static constexpr const char* kName = "ClientSnapshot";
  std::uint32_t round = 0;
  std::uint32_t client = 0;
  std::string bytes;

  template <class F>
  auto fields(F&& f) {
    return f(round, client, bytes);
  }
};

/// Holds an Archive of it; of the adversary, as the cohort behind the last.
struct CohortSnapshot {
  static constexpr const char* kName = "CohortSnapshot";
  std::uint32_t round = 0;
  std::uint32_t cohort = 0;
  std::string bytes;

  template <class F>
  auto fields(F&& f) {
    return f(round, cohort, bytes);
  }
};

/// Goes on from a snapshot.
struct Restore {
  static constexpr const char* kName = "Restore";
  std::string bytes;

  template <class F>
  auto fields(F&& f) {
    return f(bytes);
  }
};

/// Asks a client that is about to crash for what is on its disk, as of before
/// this round.
struct Crash {
  static constexpr const char* kName = "Crash";
  std::uint32_t round = 0;

  template <class F>
  auto fields(F&& f) {
    return f(round);
  }
};

/// Holds an Archive of it.
struct PersistedState {
  static constexpr const char* kName = "PersistedState";
  std::uint32_t client = 0;
  std::string bytes;

  template <class F>
  auto fields(F&& f) {
    return f(client, bytes);
  }
};

/// Ends a client, which answers nothing.
struct Terminate {
  static constexpr const char* kName = "Terminate";

  template <class F>
  auto fields(F&& f) {
    return f();
  }
};

using CheckpointMessages =
    TypeList<CheckpointNow, SnapshotRequest, ClientSnapshot, CohortSnapshot,
             Restore, Crash, PersistedState, Terminate>;

}  // namespace fedltr
