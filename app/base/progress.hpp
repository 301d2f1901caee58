#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace fedltr {

/// A bar on standard error with rounds, rate and time left, and below it a
/// curve; on a terminal only, and not on one that can't go back in a line.
class Progress {
 public:
  /// @param show  false for none whatever standard error is
  Progress(std::uint64_t rounds, bool show);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// So many more rounds are done.
  void advance(std::uint64_t rounds);
  /// So many need not be done.
  void leave_out(std::uint64_t rounds) { total_ -= rounds; }
  /// Begins the curve that is drawn below the bar from now on.
  void begin_curve(std::string name);
  void add_to_curve(double value);

 private:
  using Clock = std::chrono::steady_clock;

  void draw();
  std::string plot_line(std::size_t columns) const;

  std::uint64_t total_;
  std::uint64_t done_ = 0;
  bool show_;
  std::string name_;  ///< of what is plotted
  std::vector<double> values_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point drawn_;
};

/// The bar itself, for so many columns.
std::string progress_line(std::uint64_t done, std::uint64_t total,
                          double seconds, std::size_t columns);

/// A curve as a line of blocks, the highest for the largest value; a blank
/// where there is no number. Of more values than columns, the last of each
/// part.
std::string sparkline(const std::vector<double>& values, std::size_t columns);

}  // namespace fedltr
