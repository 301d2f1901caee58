#include "app/base/signals.hpp"

#include <chrono>
#include <csignal>
#include <thread>

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/base/errors.hpp"

namespace fedltr::signals_test {
namespace {

/// True once the interrupt is triggered; false after ten seconds.
bool is_triggered(const Interrupt& interrupt) {
  for (int i = 0; i < 1000 && !interrupt.triggered(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return interrupt.triggered();
}

/// Exit code of a child that receives these signals one after another.
int code_after(std::initializer_list<int> signals) {
  const pid_t child = fork();
  if (child == 0) {
    (void)!freopen("/dev/null", "w", stderr);
    std::signal(SIGHUP, SIG_DFL);  // for tests under nohup
    Interrupt interrupt;
    const SignalWatch watch(interrupt);
    for (const int signal : signals) {
      kill(getpid(), signal);
      if (!is_triggered(interrupt)) _exit(99);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    _exit(7);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

TEST_CASE("one signal asks to stop, a second one ends the process") {
  CHECK(code_after({}) == 7);
  for (const int signal : {SIGTERM, SIGINT}) {
    CHECK(code_after({signal}) == 7);
    CHECK(code_after({signal, SIGINT}) == kInterrupted);
  }
}

TEST_CASE("a closed terminal asks to stop, even many times") {
  CHECK(code_after({SIGHUP}) == 7);
  CHECK(code_after({SIGHUP, SIGHUP}) == 7);
  CHECK(code_after({SIGHUP, SIGTERM}) == kInterrupted);
}

TEST_CASE("a hangup that is ignored stays so") {
  const pid_t child = fork();
  if (child == 0) {
    ignore_hangups();
    Interrupt interrupt;
    const SignalWatch watch(interrupt);
    kill(getpid(), SIGHUP);
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    _exit(interrupt.triggered() ? 1 : 7);
  }
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 7);
}

TEST_CASE("a watch leaves the signals as they were") {
  sigset_t before{};
  pthread_sigmask(SIG_SETMASK, nullptr, &before);
  {
    Interrupt interrupt;
    const SignalWatch watch(interrupt);
    CHECK(!interrupt.triggered());
  }
  sigset_t after{};
  pthread_sigmask(SIG_SETMASK, nullptr, &after);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGUSR1})
    CHECK(sigismember(&before, signal) == sigismember(&after, signal));
}

TEST_CASE("a watch can follow another, and hears only while it lives") {
  Interrupt first;
  { const SignalWatch watch(first); }
  CHECK(!first.triggered());
  Interrupt second;
  {
    const SignalWatch watch(second);
    kill(getpid(), SIGINT);
    CHECK(is_triggered(second));
  }
  CHECK(!first.triggered());
}

}  // namespace fedltr::signals_test
