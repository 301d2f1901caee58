#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>

namespace fedltr::test {

/// Ends the process if a test has not ended in time, so that no test hangs.
class Watchdog {
 public:
  explicit Watchdog(int seconds)
      : thread_([this, seconds] {
          std::unique_lock guard(lock_);
          if (over_.wait_for(guard, std::chrono::seconds(kSlower * seconds),
                             [this] { return done_; }))
            return;
          std::fprintf(stderr, "a test hangs for %d s\n", kSlower * seconds);
          std::abort();
        }) {}
  ~Watchdog() {
    {
      const std::lock_guard guard(lock_);
      done_ = true;
    }
    over_.notify_all();
    thread_.join();
  }
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

 private:
  /// Factor for a busy machine and sanitizers.
  static constexpr int kSlower = 8;

  std::mutex lock_;
  std::condition_variable over_;
  bool done_ = false;
  std::thread thread_;
};

}  // namespace fedltr::test
