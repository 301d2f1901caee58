#pragma once

#include <cstdint>
#include <functional>
#include <optional>

namespace fedltr {

/// Decides when a side without connection tries again: after half a second,
/// then after twice as long each time, up to kMaxPause; each pause is shortened
/// at random to between its half and all of it, so that the peers of a server
/// that restarts do not come at once. It gives up once the other side has been
/// away for too long. Uses no clock.
class Redial {
 public:
  static constexpr std::uint64_t kFirstPause = 500;  ///< milliseconds
  static constexpr std::uint64_t kMaxPause = 8000;   ///< milliseconds

  /// @param wait   seconds without the other side until it gives up
  /// @param draw   returns a number in [0, 1); by default the operating
  ///               system's, since it affects no result
  explicit Redial(std::uint32_t wait, std::function<double()> draw = nullptr);

  /// Starts again: the other side has answered.
  void renew() { pause_ = kFirstPause; }
  /// Returns the milliseconds to wait before the next try; nullopt to give up.
  /// The last try is at the end of `wait`.
  /// @param away  milliseconds since the other side was there
  std::optional<std::uint64_t> next(std::uint64_t away);

 private:
  std::uint64_t wait_;  ///< milliseconds
  std::uint64_t pause_ = kFirstPause;
  std::function<double()> draw_;
};

}  // namespace fedltr
