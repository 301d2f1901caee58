#pragma once

#include <exception>
#include <functional>
#include <mutex>
#include <span>

#include "actors/plan.hpp"
#include "actors/runtime/observer.hpp"

namespace fedltr {

/// Lets another thread, one that waits for signals or for a clock, stop the
/// runs or have them make checkpoints.
class Interrupt {
 public:
  /// Asks the runs to give up their open rounds and end; remembered if none
  /// runs yet.
  void trigger();
  bool triggered() const;
  /// Sets what a trigger does; nullptr: nothing.
  void on_trigger(std::function<void()> action);

  /// Has each run that is under way make a checkpoint. When that happens
  /// changes no result.
  void ask_for_checkpoints();
  /// Sets what that does; nullptr: nothing.
  void on_ask(std::function<void()> action);

 private:
  mutable std::mutex mutex_;
  bool triggered_ = false;
  std::function<void()> action_;
  std::function<void()> ask_;
};

struct RosterConfig;

/// End of all runs.
struct FederationOutcome {
  bool interrupted = false;
  bool abandoned = false;  ///< for want of nodes, as `failure` says
  std::string failure;     ///< of the first run that failed; empty if none did
  std::exception_ptr error;  ///< thrown as a plan was materialized
};

/// Runs all federations, several side by side, on so many threads, and shuts
/// every actor down before it returns, also on failure and interruption.
/// Results do not depend on the number of threads.
///
/// @param threads  0: all cores
/// @param nodes    that have the cohorts; nullptr: they are in this process
FederationOutcome run_federations(std::span<const FederationPlan> plans,
                                  std::size_t threads, Observer& observer,
                                  Interrupt& interrupt,
                                  const RosterConfig* nodes = nullptr);

}  // namespace fedltr
