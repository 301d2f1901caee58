#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "app/study/monitor/study_listener.hpp"

namespace fedltr {

/// A run as far as it has come. Of its rounds at most kMaxRounds are kept: all,
/// those of even numbers, those that 4 divides ...
struct LiveRun {
  static constexpr std::size_t kMaxRounds = 256;

  struct Round {
    std::uint32_t round = 0;
    std::uint64_t interactions = 0;
    std::vector<double> metrics;
  };

  MonitoredRun run;
  RoundRecord last;  ///< without `rejected`
  std::vector<Round> rounds = {};
  std::uint64_t stride = 1;  ///< a power of 2; its multiples are kept
  bool begun = false;
  bool ended = false;

  void add(const RoundRecord& record);
};

/// A study that is under way, for whoever looks at it.
class LiveStudy : public StudyListener {
 public:
  struct State {
    std::vector<LiveRun> runs;  ///< by number
    std::size_t nodes = 0;
    std::string end = {};  ///< what came of the study; empty: it is under way
  };

  void begin(std::vector<MonitoredRun> runs) override;
  void take_ended(std::uint32_t run, const RoundRecord& last) override;
  void add_round(std::uint32_t run, const RoundRecord& record) override;
  void end_run(std::uint32_t run) override;
  void set_nodes(std::size_t nodes) override;
  /// @param how  a sentence; only the first counts
  void end(const std::string& how);

  /// Number of changes so far.
  std::uint64_t version() const;
  State state() const;

 private:
  mutable std::mutex mutex_;
  State state_;
  std::uint64_t version_ = 0;
};

}  // namespace fedltr
