#pragma once

#include <csignal>
#include <thread>

#include "actors/runtime/federation.hpp"

namespace fedltr {

/// For a service: SIGHUP, by which others are told to read their files again,
/// asks for what is done as files change anyway, so it does nothing.
void ignore_hangups();

/// Turns Ctrl-C, SIGTERM and SIGHUP, of a terminal that is gone, into an
/// Interrupt while it lives; a second one ends the process at once. A SIGHUP
/// that is ignored (nohup, a service) stays so. To be made before any other
/// thread.
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
