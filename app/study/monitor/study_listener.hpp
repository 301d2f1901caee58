#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "actors/runtime/observer.hpp"

namespace fedltr {

/// Description of a run for listeners.
struct MonitoredRun {
  std::string point;  ///< folder below the study's; empty for the study itself
  int fold = 1;
  std::uint32_t repeat = 1;
  std::uint64_t rounds = 0;          ///< number without interruption
  std::vector<std::string> metrics;  ///< of a record
};

/// Receives a study's progress, which does not affect results. Calls may come
/// from several threads.
class StudyListener {
 public:
  virtual ~StudyListener() = default;
  /// @param runs  by number
  virtual void begin(std::vector<MonitoredRun> runs) = 0;
  /// Adds a run that ended in an earlier invocation.
  virtual void take_ended(std::uint32_t run, const RoundRecord& last) = 0;
  virtual void add_round(std::uint32_t run, const RoundRecord& record) = 0;
  virtual void end_run(std::uint32_t run) = 0;
  virtual void add_checkpoint() {}
  virtual void set_nodes(std::size_t /*nodes*/) {}
  /// @param refused  counts refused connections from now on
  virtual void watch_refused(
      const std::shared_ptr<const std::atomic<std::uint64_t>>& /*refused*/) {}
};

/// Forwards to several listeners.
class StudyListeners : public StudyListener {
 public:
  /// @param listener  has to outlive it
  void add(StudyListener& listener) { all_.push_back(&listener); }
  bool empty() const { return all_.empty(); }

  void begin(std::vector<MonitoredRun> runs) override;
  void take_ended(std::uint32_t run, const RoundRecord& last) override;
  void add_round(std::uint32_t run, const RoundRecord& record) override;
  void end_run(std::uint32_t run) override;
  void add_checkpoint() override;
  void set_nodes(std::size_t nodes) override;
  void watch_refused(const std::shared_ptr<const std::atomic<std::uint64_t>>&
                         refused) override;

 private:
  std::vector<StudyListener*> all_;
};

/// Forwards events to an observer and to a listener.
class TellingObserver : public Observer {
 public:
  /// Both have to outlive it.
  TellingObserver(StudyListener& listener, Observer& observer)
      : listener_(listener), observer_(observer) {}

  void on_round(std::uint32_t run, const RoundRecord& record) override;
  void on_finished(std::uint32_t run, RunResult result) override;
  void on_checkpoint(std::uint32_t run, std::uint32_t round,
                     const std::string& bytes) override;
  void on_checkpoint_due() override;

 private:
  StudyListener& listener_;
  Observer& observer_;
};

}  // namespace fedltr
