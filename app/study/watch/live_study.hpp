#pragma once

#include <chrono>
#include <mutex>
#include <string>
#include <vector>

#include "app/study/monitor/study_listener.hpp"

namespace fedltr {

/// Progress of a run. Keeps at most kMaxRounds of its rounds: all, those with
/// even numbers, those divisible by 4 ...
struct LiveProgress {
  static constexpr std::size_t kMaxRounds = 256;

  struct Round {
    std::uint32_t round = 0;
    std::uint64_t interactions = 0;
    std::vector<double> metrics;
  };

  PlannedRun run;
  RoundRecord last;  ///< without `rejected`
  std::vector<Round> rounds = {};
  std::uint64_t stride = 1;  ///< power of 2; its multiples are kept
  bool begun = false;
  bool ended = false;

  void add(const RoundRecord& record);
};

/// State of a running study, for a page.
class LiveStudy : public StudyListener {
 public:
  struct State {
    std::vector<LiveProgress> runs;  ///< by number
    std::size_t nodes = 0;
    double seconds = 0;    ///< since it began; until its end, if it has ended
    std::string end = {};  ///< outcome of the study; empty while it runs
  };

  void begin(const PlannedStudy& study) override;
  void add_round(std::uint32_t run, const RoundRecord& record) override;
  void end_run(std::uint32_t run, const Ending& end) override;
  void set_nodes(std::size_t nodes) override;
  /// @param how  a sentence; later calls are ignored
  void end(const std::string& how);

  /// Returns the number of changes so far.
  std::uint64_t version() const;
  State state() const;

 private:
  using Clock = std::chrono::steady_clock;

  double seconds_gone() const {
    return std::chrono::duration<double>(Clock::now() - start_).count();
  }

  mutable std::mutex mutex_;
  Clock::time_point start_ = Clock::now();
  State state_;
  std::uint64_t version_ = 0;
};

}  // namespace fedltr
