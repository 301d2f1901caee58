#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace fedltr {

/// A bar on standard error with rounds, rate and remaining time, above a curve;
/// only on a terminal that can redraw a line.
class Progress {
 public:
  explicit Progress(std::uint64_t rounds);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Adds finished rounds.
  void advance(std::uint64_t rounds);
  /// Removes rounds that need not run.
  void leave_out(std::uint64_t rounds) { total_ -= rounds; }
  /// Begins the curve below the bar.
  void begin_curve(std::string name);
  void add_to_curve(double value);

 private:
  using Clock = std::chrono::steady_clock;

  void draw();
  std::string plot_line(std::size_t columns) const;

  std::uint64_t total_;
  std::uint64_t done_ = 0;
  bool show_;
  std::string name_;  ///< of the curve's metric
  std::vector<double> values_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point drawn_;
};

/// Returns "12 s", "3 min 4 s" or "5 h 6 min", rounded up to seconds.
std::string duration_text(double seconds);

/// Returns the bar, for a number of columns.
std::string progress_line(std::uint64_t done, std::uint64_t total,
                          double seconds, std::size_t columns);

/// Returns a curve as a line of blocks, the highest for the largest value; a
/// blank for NaN. With more values than columns, it shows the last value of
/// each part.
std::string sparkline(const std::vector<double>& values, std::size_t columns);

}  // namespace fedltr
