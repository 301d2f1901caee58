// Preloaded into a program, makes its $FAIL_AT-th allocation fail, or with
// FAIL_ON=1 that one and all after it. Without FAIL_AT it only counts, and
// writes the number to the file $FAIL_LOG at exit. With FAIL_THREADS=1 it does
// the same for threads instead of memory.
//
// It counts from main() on, which calls signal() before anything else of
// importance: allocations of the linker and of static objects do not count.
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>

#include <dlfcn.h>
#include <pthread.h>

extern "C" {
// glibc's own functions, by their internal names; none of them calls dlsym().
// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming)
void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* block, size_t size);
void* __libc_memalign(size_t alignment, size_t size);
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)
}

namespace {

std::atomic<bool> counting = false;
std::atomic<long> asked = 0;
long fail_at = 0;
bool fail_on = false;

bool fail_threads = false;

bool fails(bool is_thread = false) {
  if (is_thread != fail_threads) return false;
  if (!counting.load(std::memory_order_relaxed)) return false;
  const long now = ++asked;
  if (fail_at == 0 || now < fail_at || (now > fail_at && !fail_on))
    return false;
  errno = ENOMEM;
  return true;
}

long number(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? 0 : std::atol(value);
}

void begin() {
  fail_at = number("FAIL_AT");
  fail_on = number("FAIL_ON") != 0;
  fail_threads = number("FAIL_THREADS") != 0;
  counting = true;
}

__attribute__((destructor)) void tell() {
  counting = false;
  const char* const path = std::getenv("FAIL_LOG");
  if (path == nullptr) return;
  FILE* const log = std::fopen(path, "w");
  if (log == nullptr) std::abort();
  std::fprintf(log, "%ld\n", asked.load());
  std::fclose(log);
}

}  // namespace

extern "C" {

void* malloc(size_t size) {
  return fails() ? nullptr : __libc_malloc(size);
}
void* calloc(size_t count, size_t size) {
  return fails() ? nullptr : __libc_calloc(count, size);
}
void* realloc(void* block, size_t size) {
  return fails() ? nullptr : __libc_realloc(block, size);
}
void* memalign(size_t alignment, size_t size) {
  return fails() ? nullptr : __libc_memalign(alignment, size);
}
void* aligned_alloc(size_t alignment, size_t size) {
  return fails() ? nullptr : __libc_memalign(alignment, size);
}
int posix_memalign(void** block, size_t alignment, size_t size) {
  if (fails()) return ENOMEM;
  *block = __libc_memalign(alignment, size);
  return *block == nullptr ? ENOMEM : 0;
}

int pthread_create(pthread_t* thread, const pthread_attr_t* how,
                   void* (*run)(void*), void* with) noexcept {
  static const auto real = reinterpret_cast<decltype(&pthread_create)>(
      dlsym(RTLD_NEXT, "pthread_create"));
  return fails(true) ? EAGAIN : real(thread, how, run, with);
}

using Handler = void (*)(int);

Handler signal(int number, Handler handler) {
  static const auto real =
      reinterpret_cast<Handler (*)(int, Handler)>(dlsym(RTLD_NEXT, "signal"));
  if (!counting) begin();
  return real(number, handler);
}

}  // extern "C"
