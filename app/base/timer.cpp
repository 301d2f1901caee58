#include "app/base/timer.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace fedltr {

Timer::Timer(double seconds, std::function<void()> action) {
  if (seconds <= 0) return;
  thread_ = std::jthread(
      [seconds, action = std::move(action)](const std::stop_token& stop) {
        std::mutex mutex;
        std::condition_variable_any wake;
        std::unique_lock lock(mutex);
        const std::chrono::duration<double> pause(seconds);
        while (true) {
          wake.wait_for(lock, stop, pause, [] { return false; });
          if (stop.stop_requested()) return;
          action();
        }
      });
}

}  // namespace fedltr
