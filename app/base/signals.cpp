#include "app/base/signals.hpp"

#include <pthread.h>
#include <unistd.h>

#include "app/base/errors.hpp"
#include "app/base/notice.hpp"

namespace fedltr {
namespace {

bool ignores_hangups() {
  struct sigaction action {};
  return sigaction(SIGHUP, nullptr, &action) == 0 &&
         action.sa_handler == SIG_IGN;
}

}  // namespace

void ignore_hangups() {
  std::signal(SIGHUP, SIG_IGN);
}

std::thread deaf_thread(const std::function<void()>& work) {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread thread(work);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return thread;
}

SignalWatch::SignalWatch(Interrupt& interrupt) {
  sigemptyset(&watched_);
  for (const int signal : {SIGINT, SIGTERM, SIGUSR1})
    sigaddset(&watched_, signal);
  if (!ignores_hangups()) sigaddset(&watched_, SIGHUP);
  pthread_sigmask(SIG_BLOCK, &watched_, &before_);
  thread_ = std::jthread([this, &interrupt](const std::stop_token& stop) {
    for (int heard = 0;;) {
      int signal = 0;
      sigwait(&watched_, &signal);
      if (stop.stop_requested()) return;
      if (signal == SIGUSR1) continue;
      const bool first = heard++ == 0;
      // An ending shell repeats the SIGHUP that the terminal has sent.
      if (!first && signal == SIGHUP) continue;
      if (!first) _exit(kInterrupted);
      // Ends the line of the terminal's ^C, or of a bar.
      if (isatty(STDERR_FILENO) != 0) (void)!write(STDERR_FILENO, "\n", 1);
      notice("stopping; press Ctrl-C again to stop at once");
      interrupt.trigger();
    }
  });
}

SignalWatch::~SignalWatch() {
  thread_.request_stop();
  pthread_kill(thread_.native_handle(), SIGUSR1);
  thread_.join();
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

}  // namespace fedltr
