#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "app/results/output_file.hpp"

namespace fedltr {

/// Wall and processor time of a study, and its peak memory so far.
struct Timing {
  double wall_seconds = 0;
  double cpu_seconds = 0;
  std::uint64_t peak_memory_bytes = 0;
  std::uint64_t interactions = 0;
  std::size_t threads = 0;
  std::size_t points = 1;  ///< number of points of the grid that it covers

  /// 0 if the time was too short to measure.
  double interactions_per_second() const {
    return wall_seconds > 0 ? static_cast<double>(interactions) / wall_seconds
                            : 0;
  }
};

/// timing.json
std::string timing_text(const Timing& timing);

FileDescription timing_description();

/// @tparam Results  with a `timing`
template <class Results>
OutputFile<Results> timing_file() {
  return single_file<Results>(timing_description(), [](const Results& results) {
    return timing_text(results.timing);
  });
}

}  // namespace fedltr
