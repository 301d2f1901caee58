#include "app/base/no_memory.hpp"

#include <csignal>
#include <limits>
#include <new>
#include <string>

#include <doctest/doctest.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

// The sanitizer's allocator ends the process by itself.
#ifndef __SANITIZE_ADDRESS__

namespace fedltr::no_memory_test {
namespace {

/// End of a process.
struct End {
  int code = -1;  ///< -1: by a signal
  std::string err;
};

std::string line_for(const char* why) {
  return std::string("fedltr: ") + why + "; continue with --resume";
}

/// Runs this in a process of its own, set to end with code 9.
template <class Do>
End end_of(Do body, std::function<std::string(const char*)> line = line_for) {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    dup2(ends[1], STDERR_FILENO);
    std::signal(SIGABRT, SIG_DFL);  // the test framework's reports a crash
    end_without_memory(9, std::move(line));
    body();
    _exit(0);
  }
  close(ends[1]);
  End end;
  char buffer[256];
  for (ssize_t got = 0; (got = read(ends[0], buffer, sizeof buffer)) > 0;)
    end.err.append(buffer, static_cast<std::size_t>(got));
  close(ends[0]);
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  if (WIFEXITED(status)) end.code = WEXITSTATUS(status);
  return end;
}

/// Asks for more memory than there can be.
void take_too_much() {
  volatile std::size_t most = std::numeric_limits<std::ptrdiff_t>::max();
  [[maybe_unused]] void* volatile memory = ::operator new(most);
}

template <class Exception>
void raise_it(Exception exception) {
  throw exception;
}

void* nothing(void*) {
  return nullptr;
}

}  // namespace

TEST_CASE("a process without memory ends with its line and code") {
  const End end = end_of(take_too_much);
  CHECK(end.code == 9);
  CHECK(end.err == "fedltr: out of memory; continue with --resume\n");
}

TEST_CASE(
    "no handler can catch the lack of memory in the middle of an operation") {
  const End end = end_of([] {
    try {
      take_too_much();
    } catch (...) {
      _exit(1);
    }
  });
  CHECK(end.code == 9);
}

TEST_CASE("a process without a thread ends with its line and code") {
  const End end = end_of([] {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, std::size_t{1} << 46);
    pthread_t thread{};
    pthread_create(&thread, &attributes, nothing, nullptr);
  });
  CHECK(end.code == 9);
  CHECK(end.err ==
        "fedltr: no thread can be started: no memory, or too many threads; "
        "continue with --resume\n");
}

TEST_CASE("an uncaught bad_alloc of a library ends the same way") {
  const auto throws = []() noexcept { raise_it(std::bad_alloc()); };
  const End end = end_of(throws);
  CHECK(end.code == 9);
  CHECK(end.err == "fedltr: out of memory; continue with --resume\n");
}

TEST_CASE("any other exception ends a process as before") {
  const auto throws = []() noexcept { raise_it(1); };
  const End end = end_of(throws);
  CHECK(end.code == -1);
}

TEST_CASE("a line that can't be made gives way to a plain one") {
  for (const bool is_thrown : {false, true}) {
    CAPTURE(is_thrown);
    const End end =
        end_of(take_too_much, [is_thrown](const char*) -> std::string {
          if (is_thrown) throw std::bad_alloc();
          take_too_much();
          return "";
        });
    CHECK(end.code == 9);
    CHECK(end.err == "fedltr: out of memory\n");
  }
}

TEST_CASE("enough memory and threads change nothing") {
  const End end = end_of([] {
    pthread_t thread{};
    if (pthread_create(&thread, nullptr, nothing, nullptr) != 0) _exit(1);
    pthread_join(thread, nullptr);
    delete[] new char[1 << 20];
  });
  CHECK(end.code == 0);
  CHECK(end.err == "");
}

}  // namespace fedltr::no_memory_test

#endif
