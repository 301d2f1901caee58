#include "app/results/timing.hpp"

#include "app/base/json.hpp"

namespace fedltr {

std::string timing_text(const Timing& timing) {
  return json_text(
      {{"wall_seconds", timing.wall_seconds},
       {"cpu_seconds", timing.cpu_seconds},
       {"interactions", timing.interactions},
       {"interactions_per_second", timing.interactions_per_second()},
       {"threads", timing.threads},
       {"points", timing.points},
       {"peak_memory_bytes", timing.peak_memory_bytes}});
}

FileDescription timing_description() {
  return {
      "timing.json",
      "Time and memory of this invocation until this was written, all points "
      "of a grid together; differs from run to run.",
      "",
      {{"wall_seconds",
        "wall time of the training, in seconds; with folds that are read when "
        "they are "
        "needed, of reading them, too"},
       {"cpu_seconds", "processor time of it, in seconds"},
       {"interactions", "searches of all runs; 0 for a silo"},
       {"interactions_per_second", "searches by wall time, in 1/s"},
       {"threads", "number of threads"},
       {"points", "points of the grid, with baselines; 1 without one"},
       {"peak_memory_bytes", "most memory the process had at once, in bytes"}}};
}

}  // namespace fedltr
