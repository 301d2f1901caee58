#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "actors/members/members_plan.hpp"
#include "app/study/monitor/metrics_text.hpp"

namespace fedltr {

/// Progress of a federation of members at its server.
struct LeadProgress {
  std::uint32_t planned = 0;  ///< sums to open
  std::size_t named = 0;      ///< members of the agreement
  std::size_t here = 0;       ///< members that are connected
  // After the last epoch that is over, evaluations included:
  std::uint32_t epoch = 0;  ///< its number
  std::uint32_t opened = 0;
  std::uint32_t lost = 0;
  std::size_t left = 0;        ///< members, for good
  std::size_t left_out = 0;    ///< members, since their groups were discarded
  std::optional<double> over;  ///< Unix time; of this process
  /// Members in the sum of the last epoch, of this process; 0 if it was lost.
  std::optional<std::size_t> in_sum;
  /// Last mean of an evaluation, and its name.
  std::optional<double> metric;
  std::string metric_name;
  // Since this process started:
  std::uint64_t up = 0;  ///< bytes of messages
  std::uint64_t down = 0;
  std::uint64_t refused = 0;  ///< connections

  /// Takes the state after an epoch, or the first one.
  void take(const members::LeadState& state);
};

/// Metrics of `fedltr serve --metrics-file` of a scenario with [members].
void add_gauges(MetricsText& text, const LeadProgress& progress);

}  // namespace fedltr
