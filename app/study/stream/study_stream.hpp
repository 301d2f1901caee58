#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/json_fwd.hpp"
#include "app/results/point_results.hpp"

namespace fedltr {

struct StreamedPoint {
  std::string name;  ///< folder below the study's; empty for the study itself
  PointSettings settings;
  bool baseline = false;  ///< only for comparison
};

struct StreamedRun {
  std::size_t point = 0;  ///< index of the point
  int fold = 1;
  std::uint32_t repeat = 1;
  std::uint64_t rounds = 0;  ///< number without interruption
};

/// A point in the last line.
struct StreamedEnd {
  std::string name;
  bool complete = false;
  std::string signature;
};

/// A study as lines of JSON, `fedltr run --format ndjson`: the study, its runs
/// in order, the end; docs/running.md lists their members. Lines of the current
/// run are written at once, those of later runs wait, so that the output does
/// not depend on timing. If the reader closes the stream, the study continues.
class StudyStream {
 public:
  /// @param out  has to outlive it
  explicit StudyStream(std::ostream& out);

  /// Writes the first line.
  /// @param folder  folder of the results
  /// @param runs    by number
  void begin(const std::string& study, const std::filesystem::path& folder,
             std::vector<StreamedPoint> points, std::vector<StreamedRun> runs);
  /// Records, before a run's first line, that it continues after a round.
  void resume(std::uint32_t run, std::uint64_t after);
  void add_round(std::uint32_t run, const Json& members);
  /// Ends a run and passes the turn to the next one.
  void end_run(std::uint32_t run, const Json& members);
  /// Writes the remaining lines of unfinished runs, and the last line.
  void end(const std::vector<StreamedEnd>& points);
  /// Writes the last line of a study that ended in an earlier invocation, from
  /// the run folders.
  void end_as_before();

 private:
  struct Lines {
    std::optional<std::uint64_t> resumed_after;
    bool begun = false;
    bool ended = false;
    std::vector<std::string> waiting;
  };

  void add(std::uint32_t run, const char* event, const Json& members);
  Json identify(std::uint32_t run, const char* event) const;
  void pass_on();
  void write(std::string_view line);

  std::ostream& out_;
  std::filesystem::path folder_;
  std::vector<StreamedPoint> points_;
  std::vector<StreamedRun> runs_;
  std::vector<Lines> lines_;  ///< by run
  std::uint32_t turn_ = 0;    ///< the run whose lines are written at once
  bool gone_ = false;         ///< the reader has closed the stream
};

}  // namespace fedltr
