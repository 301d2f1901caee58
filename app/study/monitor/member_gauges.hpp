#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "app/study/monitor/metrics_text.hpp"

namespace fedltr {

/// Progress of a member of a federation.
struct MemberProgress {
  bool is_connected = false;
  std::uint32_t epoch = 0;      ///< of the newest model
  std::optional<double> since;  ///< Unix time at which this process got it

  /// Epsilon that is spent.
  struct Budget {
    double of_period = 0;
    double of_life = 0;
    bool covers = true;  ///< an epoch that learns
  };
  std::optional<Budget> budget;  ///< with noise

  struct Searches {
    std::size_t all = 0;
    std::size_t waiting = 0;  ///< for an epoch
  };
  std::optional<Searches> searches;  ///< of real users
};

/// Metrics of `fedltr member --metrics-file`.
void add_gauges(MetricsText& text, const MemberProgress& progress);

}  // namespace fedltr
