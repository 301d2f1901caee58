#pragma once

#include <csignal>
#include <functional>
#include <thread>

#include "actors/runtime/interrupt.hpp"

namespace fedltr {

/// Ignores SIGHUP in a service: it asks to read files again, which happens
/// anyway when they change.
void ignore_hangups();

/// Starts a thread that blocks all signals, as do the threads that it starts:
/// another thread waits for them, maybe later.
std::thread deaf_thread(const std::function<void()>& work);

/// Turns Ctrl-C, SIGTERM and SIGHUP, of a closed terminal, into an Interrupt
/// while it lives; a second one ends the process at once. A SIGHUP that is
/// ignored (nohup, a service) stays ignored. Create it before any other thread.
class SignalWatch {
 public:
  explicit SignalWatch(Interrupt& interrupt);
  ~SignalWatch();
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;

 private:
  sigset_t watched_{};
  sigset_t before_{};
  std::jthread thread_;
};

}  // namespace fedltr
