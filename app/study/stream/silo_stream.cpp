#include "app/study/stream/silo_stream.hpp"

#include "app/base/json.hpp"
#include "app/results/silo_summary.hpp"

namespace fedltr {

std::uint64_t silo_rounds(const SiloPoint& point) {
  return point.described.scenario.silo.options.training.joint_iterations;
}

Json silo_end_json(const SiloPoint& point, const SiloRun& run) {
  const std::vector<SiloRun> alone = {run};
  Json methods;
  for (const std::string& method : point.methods)
    for (std::size_t m = 0; m < point.metrics.size(); ++m)
      methods[method][point.metrics[m].name] =
          json_number(spread_over(alone, method, m).mean);
  return {{"complete", true},
          {"budget_spent", withheld_of(alone) > 0},
          {"final", methods.at(headline(point.described.scenario))},
          {"methods", methods}};
}

StreamedEnd silo_end(const SiloPoint& point, const std::string& name) {
  return {name, point.runs.size() == point.plans.size(),
          silo_signature(point.runs, headline(point.described.scenario))};
}

}  // namespace fedltr
