#include "app/results/federation_files.hpp"

#include "app/results/rankings.hpp"
#include "app/results/summary.hpp"

namespace fedltr {

std::string manifest_of(const FederationResults& results) {
  return manifest_text(results.scenario, results.data.files,
                       results_of(results.runs).runs,
                       results.scenario.privacy.system_randomness
                           ? "simulated from run.seed, except noise and masks: "
                             "from the operating system"
                           : "simulated: all from run.seed");
}

const std::vector<FederationFile>& federation_files() {
  static const std::vector<FederationFile> all = {
      summary_json_file(),
      rounds_csv_file(),
      curves_svg_file(),
      model_json_file(),
      per_query_tsv_file(),
      clients_csv_file(),
      clients_csv_gz_file(),
      rejected_csv_file(),
      faults_csv_file(),
      held_out_csv_file(),
      compared_csv_file(),
      propensities_csv_file(),
      unlearning_json_file(),
      rankings_file(),
      state_bin_file(),
      manifest_file<FederationResults>(),
      timing_file<FederationResults>(),
  };
  return all;
}

std::vector<std::string> metric_names(const std::vector<NamedMetric>& metrics) {
  std::vector<std::string> names;
  for (const NamedMetric& metric : metrics) names.push_back(metric.name);
  return names;
}

std::vector<std::string> metric_names(const std::vector<Run>& runs) {
  return metric_names(runs.at(0).plan.evaluation->metrics());
}

}  // namespace fedltr
