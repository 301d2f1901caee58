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
  return {"timing.json",
          "Time and memory of this invocation until it wrote this file, for "
          "all points of a grid together; differs from run to run.",
          "",
          {{"wall_seconds",
            "wall time of the training, in seconds; includes reading folds "
            "that are read on demand"},
           {"cpu_seconds", "processor time of the same, in seconds"},
           {"interactions", "searches of all runs; 0 for silos"},
           {"interactions_per_second", "searches per second of wall time"},
           {"threads", "number of threads"},
           {"points", "points of the grid, with baselines; 1 without a grid"},
           {"peak_memory_bytes", "peak memory of the process, in bytes"}}};
}

}  // namespace fedltr
