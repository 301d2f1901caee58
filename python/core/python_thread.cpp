#include "core/python_thread.hpp"

#include <chrono>
#include <thread>
#include <utility>

#include <pybind11/pybind11.h>

namespace fedltr::python {
namespace {

namespace py = pybind11;

/// Longest time until Ctrl-C is noticed.
constexpr std::chrono::milliseconds kPatience{50};

/// Raises KeyboardInterrupt after Ctrl-C.
void raise_signals() {
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

}  // namespace

void PythonThread::run(const std::function<void()>& work) {
  std::exception_ptr failure;
  std::thread worker([&] {
    try {
      work();
    } catch (...) {
      failure = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    ended_ = true;
    asked_.notify_one();
  });
  serve();
  worker.join();
  if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
  if (failure) std::rethrow_exception(failure);
}

void PythonThread::call(const std::function<void()>& function) {
  Request request{function};
  std::unique_lock lock(mutex_);
  requests_.push_back(&request);
  asked_.notify_one();
  request.answered.wait(lock, [&] { return request.done; });
}

/// Waits for a request. Returns nullptr if there is none yet.
PythonThread::Request* PythonThread::next_request() {
  const py::gil_scoped_release released;
  std::unique_lock lock(mutex_);
  asked_.wait_for(lock, kPatience,
                  [this] { return ended_ || !requests_.empty(); });
  if (requests_.empty()) return nullptr;
  Request* const request = requests_.front();
  requests_.pop_front();
  return request;
}

void PythonThread::serve() {
  while (true) {
    Request* const request = next_request();
    if (request)
      execute(request->function);
    else
      execute(raise_signals);
    const std::lock_guard lock(mutex_);
    if (request) {
      request->done = true;
      request->answered.notify_one();  // locked: it is the waiter's
    } else if (ended_) {
      return;
    }
  }
}

void PythonThread::execute(const std::function<void()>& function) {
  if (error_) return;
  try {
    function();
  } catch (...) {
    error_ = std::current_exception();
    stop_();
  }
}

}  // namespace fedltr::python
