#pragma once

#include <functional>
#include <thread>

namespace fedltr {

/// Does something every so many seconds, in a thread of its own, while it
/// lives.
class Timer {
 public:
  /// @param seconds  0 = never
  Timer(double seconds, std::function<void()> action);

 private:
  std::jthread thread_;
};

}  // namespace fedltr
