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
  std::string name;  ///< its folder below the study's; empty: that one itself
  PointSettings settings;
  bool baseline = false;  ///< it is there to be compared with only
};

struct StreamedRun {
  std::size_t point = 0;  ///< its place among the points
  int fold = 1;
  std::uint32_t repeat = 1;
  std::uint64_t rounds = 0;  ///< there would be without interruption
};

/// A point as the last line has it.
struct StreamedEnd {
  std::string name;
  bool complete = false;
  std::string signature;
};

/// A study as lines of JSON, `fedltr run --format ndjson`: the study, its runs
/// in order, the end; docs/running.md has their members. The run whose turn it
/// is comes as it goes; the lines of those after it wait, so that the bytes do
/// not depend on who is faster. A reader that goes away ends the stream, not
/// the study.
class StudyStream {
 public:
  /// @param out  outlives it
  explicit StudyStream(std::ostream& out);

  /// Writes the first line.
  /// @param folder  of the results
  /// @param runs    by number
  void begin(const std::string& study, const std::filesystem::path& folder,
             std::vector<StreamedPoint> points, std::vector<StreamedRun> runs);
  /// Takes down that a run continues after a round, before its first line.
  void resume(std::uint32_t run, std::uint64_t after);
  void add_round(std::uint32_t run, const Json& members);
  /// Ends a run: the next one's turn has come.
  void end_run(std::uint32_t run, const Json& members);
  /// Writes what is left of runs that did not end, and the last line.
  void end(const std::vector<StreamedEnd>& points);
  /// The last line of a study that an earlier invocation has ended, as the
  /// run folders say.
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
  std::uint32_t turn_ = 0;    ///< the run that is written as it goes
  bool gone_ = false;         ///< the reader
};

}  // namespace fedltr
