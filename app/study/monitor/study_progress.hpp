#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/base/progress.hpp"
#include "app/study/monitor/study_listener.hpp"
#include "app/study/shard.hpp"

namespace fedltr {

/// Shows the rounds of a study as a bar until its runs end, above the curve of
/// one run, then that of the next.
class StudyProgress : public StudyListener {
 public:
  /// @param shard  counts only its rounds; nullopt: all rounds
  explicit StudyProgress(const std::optional<Shard>& shard) : shard_(shard) {}

  void begin(const PlannedStudy& study) override;
  void resume(std::uint32_t run, std::uint64_t after) override;
  void add_round(std::uint32_t run, const RoundRecord& record) override;
  void end_run(std::uint32_t run, const Ending& end) override;
  void end_runs() override { bar_.reset(); }

 private:
  struct State {
    std::uint64_t rounds = 0;  ///< to be run by this process, or before
    std::string metric;
    std::uint64_t last = 0;  ///< round
    bool ended = false;
  };

  std::optional<Shard> shard_;
  std::vector<State> runs_;
  std::optional<std::uint32_t> plotted_;  ///< run whose curve is shown
  std::optional<Progress> bar_;
};

}  // namespace fedltr
