#include "app/study/stopwatch.hpp"

#include <sys/resource.h>

namespace fedltr {
namespace {

rusage usage_so_far() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage;
}

double cpu_seconds() {
  const rusage usage = usage_so_far();
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) +
           1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

}  // namespace

Stopwatch::Stopwatch()
    : start_(std::chrono::steady_clock::now()), cpu_before_(cpu_seconds()) {}

void Stopwatch::fill(Timing& timing) const {
  timing.wall_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start_)
          .count();
  timing.cpu_seconds = cpu_seconds() - cpu_before_;
  timing.peak_memory_bytes =
      static_cast<std::uint64_t>(usage_so_far().ru_maxrss) * 1024;
}

}  // namespace fedltr
