#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "actors/plan.hpp"
#include "app/study/planned_study.hpp"

namespace fedltr {

/// End of a run, to the listeners.
struct Ending {
  std::optional<RoundRecord> last = {};  ///< its last record, if it has any
  bool complete = true;                  ///< false if it stopped early
  bool budget_spent = false;             ///< of privacy
  bool earlier = false;                  ///< in an earlier invocation
  /// Metrics of each method of a silo, means over the parties; empty for a
  /// federation.
  std::vector<std::pair<std::string, std::vector<double>>> methods = {};

  /// True if there is nothing left to resume.
  bool final() const { return complete || budget_spent; }
};

/// Receives the events of a study in this order, which does not affect results.
/// Calls come one at a time, those of runs from several threads; set_nodes()
/// may come at the same time as another.
class StudyListener {
 public:
  virtual ~StudyListener() = default;
  virtual void begin(const PlannedStudy& /*study*/) {}
  /// The study ended in an earlier invocation; nothing follows.
  virtual void find_ended() {}
  /// A run continues after a round of an earlier invocation, or ended with it:
  /// end_run() follows then.
  virtual void resume(std::uint32_t /*run*/, std::uint64_t /*after*/) {}
  virtual void add_round(std::uint32_t /*run*/, const RoundRecord& /*record*/) {
  }
  virtual void add_checkpoint() {}
  virtual void end_run(std::uint32_t /*run*/, const Ending& /*end*/) {}
  /// All runs have ended or were stopped; their results are written next.
  virtual void end_runs() {}
  /// The results are written.
  /// @param points  those of the grid that have results
  virtual void end_study(const std::vector<PointEnd>& /*points*/) {}

  virtual void set_nodes(std::size_t /*nodes*/) {}
  /// @param refused  counts refused connections from now on
  virtual void watch_refused(
      const std::shared_ptr<const std::atomic<std::uint64_t>>& /*refused*/) {}
};

/// Listeners of one study, in the order in which they receive an event. They
/// outlive it.
using StudyListeners = std::vector<StudyListener*>;

/// Passes an event to each listener.
template <class... Parameters, class... Arguments>
void notify(const StudyListeners& listeners,
            void (StudyListener::*event)(Parameters...),
            const Arguments&... arguments) {
  for (StudyListener* each : listeners) (each->*event)(arguments...);
}

}  // namespace fedltr
