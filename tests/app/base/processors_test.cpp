#include "app/base/processors.hpp"

#include <cstdlib>
#include <thread>

#include <doctest/doctest.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fedltr::processors_test {
namespace {

/// Number of processors that a child may use after `prepare`.
std::size_t usable_after(void (*prepare)()) {
  const pid_t child = fork();
  if (child == 0) {
    prepare();
    _exit(static_cast<int>(usable_processors()));
  }
  int status = 0;
  waitpid(child, &status, 0);
  return static_cast<std::size_t>(WEXITSTATUS(status));
}

}  // namespace

TEST_CASE("a quota limits processors, rounded up") {
  CHECK(processors_of_quota("200000 100000") == 2);
  CHECK(processors_of_quota("250000 100000") == 3);
  CHECK(processors_of_quota("1000 100000") == 1);
  CHECK(processors_of_quota("0 100000") == 1);
  for (const char* none : {"max 100000", "", "100000", "1 0", "a b", "1 2 3"})
    CHECK_FALSE(processors_of_quota(none));
}

TEST_CASE("a process bound to one processor, or given one by SLURM, uses one") {
  CHECK(usable_after([] {
          cpu_set_t one;
          CPU_ZERO(&one);
          CPU_SET(sched_getcpu(), &one);
          sched_setaffinity(0, sizeof one, &one);
        }) == 1);
  CHECK(usable_after([] { setenv("SLURM_CPUS_PER_TASK", "1", 1); }) == 1);
  const std::size_t all = usable_after([] { unsetenv("SLURM_CPUS_PER_TASK"); });
  CHECK(all >= 1);
  CHECK(all <= std::thread::hardware_concurrency());
}

}  // namespace fedltr::processors_test
