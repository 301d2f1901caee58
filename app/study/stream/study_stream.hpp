#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/results/round_columns.hpp"
#include "app/study/monitor/study_listener.hpp"

namespace fedltr {

/// A study as lines of JSON, `fedltr run --format ndjson`: the study, its runs
/// in order, the end; docs/running.md lists their members. Lines of the current
/// run are written at once, those of later runs wait, so that the output does
/// not depend on timing. If the reader closes the stream, the study continues.
class StudyStream : public StudyListener {
 public:
  /// @param out  has to outlive it
  explicit StudyStream(std::ostream& out);

  /// Writes the first line.
  void begin(const PlannedStudy& study) override;
  /// Writes the last line, from the run folders.
  void find_ended() override;
  void resume(std::uint32_t run, std::uint64_t after) override;
  void add_round(std::uint32_t run, const RoundRecord& record) override;
  /// Passes the turn to the next run.
  void end_run(std::uint32_t run, const Ending& end) override;
  /// Writes the remaining lines of unfinished runs, and the last line.
  void end_study(const std::vector<PointEnd>& points) override;

 private:
  struct Lines {
    /// Those of rounds.csv without fold and repeat; names as in JSON.
    RoundColumns columns;
    std::string identity;  ///< members that each line has
    std::optional<std::uint64_t> resumed_after;
    bool begun = false;
    bool ended = false;
    std::vector<std::string> waiting;
  };

  void add(std::uint32_t run, const char* event, const std::string& members);
  void pass_on();
  void write(std::string_view line);

  std::ostream& out_;
  PlannedStudy study_;
  std::vector<Lines> lines_;  ///< by run
  std::uint32_t turn_ = 0;    ///< the run whose lines are written at once
  bool gone_ = false;         ///< the reader has closed the stream
};

}  // namespace fedltr
