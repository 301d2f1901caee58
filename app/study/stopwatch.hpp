#pragma once

#include <chrono>

#include "app/results/manifest.hpp"

namespace fedltr {

/// Measures wall and processor time from its construction.
class Stopwatch {
 public:
  Stopwatch();
  /// Fills in both, and the most memory the process has used so far.
  void fill(Timing& timing) const;

 private:
  std::chrono::steady_clock::time_point start_;
  double cpu_before_;
};

}  // namespace fedltr
