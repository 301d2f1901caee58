#pragma once

#include <cstdint>
#include <utility>

namespace fedltr {

/// Keeps peers from filling the log: allows kLines lines in a window of kTicks
/// ticks, and counts the lines beyond.
class LogLimit {
 public:
  static constexpr std::uint32_t kLines = 20;
  static constexpr std::uint32_t kTicks = 10;

  /// Returns true if a line may be logged.
  bool allow() { return ++lines_ <= kLines; }
  /// Counts a tick.
  /// @return  at the end of a window, the number of lines left out in it
  std::uint64_t tick() {
    if (++ticks_ < kTicks) return 0;
    ticks_ = 0;
    const std::uint64_t lines = std::exchange(lines_, 0);
    return lines > kLines ? lines - kLines : 0;
  }

 private:
  std::uint64_t lines_ = 0;
  std::uint32_t ticks_ = 0;
};

}  // namespace fedltr
