#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>

namespace fedltr {

/// Notices when the system's clock is set, by mistake or to correct it: a
/// change of more than an hour is believed once it has lasted for an hour, from
/// the first look at it on. Threads may call all functions at once.
class ClockWatch {
 public:
  using Clock = std::function<std::int64_t()>;  ///< in seconds

  static constexpr std::int64_t kHour = 3600;

  /// @param system      Unix time
  /// @param since_boot  a time that is never set
  explicit ClockWatch(Clock system = unix_seconds,
                      Clock since_boot = seconds_since_boot);

  /// True if the system's time is believed now. Call it often: time between
  /// looks is not known.
  bool is_believed();
  /// The day since 1970, in UTC; nullopt while the time is not believed, or is
  /// of a clock that was never set.
  std::optional<std::int64_t> today();

  static std::int64_t unix_seconds();
  /// Seconds since the machine started, also those asleep.
  static std::int64_t seconds_since_boot();

 private:
  Clock system_;
  Clock since_boot_;
  std::mutex mutex_;     ///< of the members below
  std::int64_t offset_;  ///< of the time that is believed

  struct Change {
    std::int64_t offset = 0;
    std::int64_t since = 0;  ///< by since_boot_
  };
  std::optional<Change> change_;
};

}  // namespace fedltr
