#include "app/results/plane.hpp"
#include "app/results/silo_files.hpp"

namespace fedltr {
namespace {

constexpr const char* kWithSample =
    "when its first repeat has at least three cross-party instances";

/// Picture of features of one kind, for a sample of cross-party instances.
SiloFile relevance_file(const std::string& name, const std::string& holds,
                        const std::string& kind,
                        Matrix FeatureSample::*features) {
  return {{name, holds, kWithSample, {}},
          {},
          [=](const SiloResults& results, const AddFile& add) {
            for (const SiloRun& run : results.point.runs)
              if (has_plane(run.sample.*features))
                add(name, plane_svg(run.sample.*features, run.sample.relevant,
                                    {"relevant", "#c0392b"},
                                    {"irrelevant", "#1b6ca8"},
                                    results.point.described.scenario.run.name +
                                        ": cross-party instances, " + kind));
          }};
}

}  // namespace

SiloFile relevance_svg_file() {
  return relevance_file(
      "relevance.svg",
      "Picture of the sketched features of cross-party instances, relevant "
      "against irrelevant, on their first two principal axes: at most 200 of "
      "each, of all parties.",
      "sketched features", &FeatureSample::sketched);
}

SiloFile exact_relevance_svg_file() {
  return relevance_file(
      "relevance-exact.svg",
      "The same instances by exact counts, without sketch and noise.",
      "exact features", &FeatureSample::exact);
}

}  // namespace fedltr
