#include "app/base/no_memory.hpp"

#include <atomic>
#include <cstdlib>
#include <exception>
#include <new>
#include <string_view>
#include <utility>

#include <dlfcn.h>
#include <openssl/crypto.h>
#include <pthread.h>
#include <unistd.h>

namespace fedltr {
namespace {

constexpr std::size_t kPutAside = 1 << 18;  // bytes

// The whole process has one of each: the handlers that read them are global
// too, and take no argument.
int exit_code = 1;
std::function<std::string(const char*)> line_of_end;
constexpr const char* kNoMemory = "out of memory";
void* put_aside = nullptr;
std::terminate_handler other_end = nullptr;

[[noreturn]] void end_with(std::string_view line) {
  // No way to report a failure is left.
  [[maybe_unused]] const auto written =
      write(STDERR_FILENO, line.data(), line.size());
  _exit(exit_code);
}

/// @param why  missing resource, for the message
[[noreturn]] void end_for(const char* why) {
  static std::atomic<bool> ending = false;
  thread_local bool is_mine = false;
  if (is_mine) end_with("fedltr: out of memory\n");
  if (ending.exchange(true))
    while (true) pause();  // another thread is reporting
  is_mine = true;
  std::free(put_aside);
  try {
    end_with(line_of_end(why) + "\n");
  } catch (...) {
    end_with("fedltr: out of memory\n");
  }
}

[[noreturn]] void end_here() {
  end_for(kNoMemory);
}

void* given_or_end(void* memory, std::size_t size) {
  if (!memory && size > 0) end_here();
  return memory;
}

/// OpenSSL is unusable if it ran out of memory while initialising.
void watch_openssl() {
  CRYPTO_set_mem_functions(
      [](std::size_t size, const char*, int) {
        return given_or_end(std::malloc(size), size);
      },
      [](void* memory, std::size_t size, const char*, int) {
        return given_or_end(std::realloc(memory, size), size);
      },
      [](void* memory, const char*, int) { std::free(memory); });
}

/// Eigen throws without calling operator new, possibly where nothing catches.
void on_terminate() {
  try {
    if (const auto thrown = std::current_exception())
      std::rethrow_exception(thrown);
  } catch (const std::bad_alloc&) {
    end_here();
  } catch (...) {
  }
  other_end();
}

}  // namespace

void end_without_memory(int code,
                        std::function<std::string(const char*)> line) {
  exit_code = code;
  line_of_end = std::move(line);
  put_aside = std::malloc(kPutAside);
  std::set_new_handler(end_here);
  watch_openssl();
  other_end = std::set_terminate(on_terminate);
}

}  // namespace fedltr

/// Replaces the C library's for all callers: CAF's system of actors can't shut
/// down when only some of its threads have started.
extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* how,
                              void* (*run)(void*), void* with) noexcept {
  static const auto create = reinterpret_cast<decltype(&pthread_create)>(
      dlsym(RTLD_NEXT, "pthread_create"));
  const int problem = create(thread, how, run, with);
  if (problem != 0 && fedltr::line_of_end)
    fedltr::end_for("no thread can be started: no memory, or too many threads");
  return problem;
}
