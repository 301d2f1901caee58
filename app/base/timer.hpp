#pragma once

#include <functional>
#include <thread>

namespace fedltr {

/// Repeats an action at an interval, in its own thread, while it lives.
class Timer {
 public:
  /// @param seconds  interval; 0 = never
  Timer(double seconds, std::function<void()> action);

 private:
  std::jthread thread_;
};

}  // namespace fedltr
