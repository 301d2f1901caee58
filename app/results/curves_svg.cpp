#include <map>

#include "app/results/curve.hpp"
#include "app/results/federation_files.hpp"

namespace fedltr {
namespace {

/// First metric by round, over the runs that evaluated it.
std::vector<CurvePoint> round_points(const std::vector<Run>& runs) {
  std::map<std::uint32_t, std::vector<double>> values;
  for (const Run& each : runs)
    for (const RoundRecord& record : each.result.rounds)
      values[record.round].push_back(record.metrics[0]);
  return curve_points(values);
}

std::string curves_svg(const FederationResults& results) {
  const std::vector<CurvePoint> honest = round_points(results.honest);
  const std::string runs = results.runs.size() > 1
                               ? ", mean and standard deviation of " +
                                     std::to_string(results.runs.size()) +
                                     " runs"
                               : "";
  return curves_text({{"everybody honest", "#d95f02", honest},
                      {honest.empty() ? "learned" : "under attack", "#1b6ca8",
                       round_points(results.runs)}},
                     results.scenario.run.name + runs, "round",
                     metric_names(results.runs)[0]);
}

}  // namespace

FederationFile curves_svg_file() {
  return single_file<FederationResults>(
      {"curves.svg",
       "Picture of the learning curve: first metric by round, mean and "
       "standard deviation over runs, with the attack-free baseline, if any.",
       "",
       {}},
      curves_svg);
}

}  // namespace fedltr
