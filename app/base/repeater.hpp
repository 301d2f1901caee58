#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace fedltr {

/// Calls a function again and again in a thread of its own, which takes no
/// signals, until its end.
class Repeater {
 public:
  /// @param pause  before each call, the first one included
  /// @param work   logs an error that it throws, and is called again
  Repeater(std::chrono::seconds pause, std::function<void()> work);
  /// Waits for a call that has begun.
  ~Repeater();
  Repeater(const Repeater&) = delete;
  Repeater& operator=(const Repeater&) = delete;

 private:
  void run();

  std::chrono::seconds pause_;
  std::function<void()> work_;
  std::mutex mutex_;
  bool ends_ = false;
  std::condition_variable ended_;
  std::thread thread_;
};

}  // namespace fedltr
