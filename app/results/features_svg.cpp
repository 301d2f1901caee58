#include "app/results/plane.hpp"
#include "app/results/silo_files.hpp"

namespace fedltr {

SiloFile features_svg_file() {
  return {{"features.svg",
           "Picture of the features of one party's instances on their first "
           "two principal axes: its own, and the sketched ones of others.",
           "when its first repeat has at least three instances",
           {}},
          {},
          [](const SiloResults& results, const AddFile& add) {
            for (const SiloRepeat& run : results.point.runs)
              if (has_plane(run.points))
                add("features.svg",
                    plane_svg(run.points, run.local_points,
                              {"own instances, exact", "#1b6ca8"},
                              {"cross-party instances, sketched", "#d95f02"},
                              results.point.described.scenario.run.name +
                                  ": features of one party's instances"));
          }};
}

}  // namespace fedltr
