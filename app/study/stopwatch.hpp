#pragma once

#include <chrono>

#include "app/results/timing.hpp"

namespace fedltr {

/// Measures wall and processor time from its construction.
class Stopwatch {
 public:
  Stopwatch();
  /// Sets both times and the process's maximum memory so far.
  void fill(Timing& timing) const;

 private:
  std::chrono::steady_clock::time_point start_;
  double cpu_before_;
};

}  // namespace fedltr
