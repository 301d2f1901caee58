#pragma once

#include <exception>
#include <functional>
#include <mutex>
#include <span>

#include "actors/plan.hpp"
#include "actors/runtime/observer.hpp"

namespace fedltr {

/// Lets another thread, which waits for signals or for a clock, stop the runs
/// or request checkpoints.
class Interrupt {
 public:
  /// Asks the runs to give up their open rounds and end; remembered if none has
  /// started yet.
  void trigger();
  bool triggered() const;
  /// Sets the action of a trigger; nullptr for none.
  void on_trigger(std::function<void()> action);

  /// Makes each running federation save a checkpoint. The time of a checkpoint
  /// changes no result.
  void ask_for_checkpoints();
  /// Sets the action of ask_for_checkpoints(); nullptr for none.
  void on_ask(std::function<void()> action);

 private:
  mutable std::mutex mutex_;
  bool triggered_ = false;
  std::function<void()> action_;
  std::function<void()> ask_;
};

struct RosterConfig;

/// Outcome of all runs.
struct FederationOutcome {
  bool interrupted = false;
  bool abandoned = false;  ///< for lack of nodes, see `failure`
  std::string failure;     ///< of the first run that failed; empty if none did
  std::exception_ptr error;  ///< thrown by begin_run()
};

/// Runs all federations, several at a time, and shuts down every actor before
/// it returns, also on failure and interruption. Results do not depend on the
/// number of threads.
///
/// @param threads  number of threads; 0 means one per core
/// @param nodes    nodes that run the cohorts; nullptr for this process
FederationOutcome run_federations(std::span<const FederationPlan> plans,
                                  std::size_t threads, Observer& observer,
                                  Interrupt& interrupt,
                                  const RosterConfig* nodes = nullptr);

}  // namespace fedltr
