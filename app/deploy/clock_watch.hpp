#pragma once

#include <cstdint>
#include <functional>
#include <optional>

namespace fedltr {

/// Notices when the system's clock jumps ahead, by mistake or to correct it: a
/// jump of more than an hour is believed once it has lasted for an hour.
class ClockWatch {
 public:
  using Clock = std::function<std::int64_t()>;  ///< in seconds

  static constexpr std::int64_t kHour = 3600;

  /// @param system      Unix time
  /// @param since_boot  a time that is never set
  explicit ClockWatch(Clock system, Clock since_boot = seconds_since_boot);

  /// True if the system's time is believed now.
  bool is_believed();

  /// Seconds since the machine started, also those asleep.
  static std::int64_t seconds_since_boot();

 private:
  Clock system_;
  Clock since_boot_;
  std::int64_t offset_;                ///< of the time that is believed
  std::optional<std::int64_t> since_;  ///< when a jump was noticed
};

}  // namespace fedltr
