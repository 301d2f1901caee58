#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>

namespace fedltr::python {

/// Lends the calling thread, which holds Python's lock, to work in other
/// threads. So Python's functions run where the user called from, one at a
/// time: with that thread's debugger, database handles and Ctrl-C.
class PythonThread {
 public:
  /// @param stop  makes the work end soon; called once, after the first error
  explicit PythonThread(std::function<void()> stop) : stop_(std::move(stop)) {}

  /// Runs `work` in another thread, and meanwhile what call() is given in this
  /// one. Returns when the work has ended.
  /// @pre     this thread holds Python's lock
  /// @throws  the first error of a function of call(), KeyboardInterrupt on
  ///          Ctrl-C, or the work's own error
  void run(const std::function<void()>& work);

  /// Runs the function in the thread of run(), and waits for it; without effect
  /// after an error. Call it from any thread of the work.
  void call(const std::function<void()>& function);

 private:
  struct Request {
    const std::function<void()>& function;
    std::condition_variable answered = {};
    bool done = false;
  };

  void serve();
  void execute(const std::function<void()>& function);
  Request* next_request();

  std::function<void()> stop_;
  std::exception_ptr error_;  ///< first one; of the thread of run()
  std::mutex mutex_;          ///< guards the members below
  std::condition_variable asked_;
  std::deque<Request*> requests_;
  bool ended_ = false;
};

}  // namespace fedltr::python
