#include "app/results/federation_files.hpp"

namespace fedltr {
namespace {

std::string manifest_of(const FederationResults& results) {
  std::vector<RunSeed> seeds;
  for (const FinishedRun& finished : results.runs)
    seeds.push_back(
        {finished.run.fold, finished.run.repeat, finished.run.plan.seed});
  return manifest_text(results.scenario, results.data.files, seeds,
                       results.scenario.privacy.system_randomness
                           ? "simulated from run.seed, except noise and masks: "
                             "from the operating system"
                           : "simulated: all from run.seed");
}

}  // namespace

FederationFile manifest_json_file() {
  return single_file<FederationResults>(manifest_description(), manifest_of);
}

FederationFile timing_json_file() {
  return single_file<FederationResults>(timing_description(),
                                        [](const FederationResults& results) {
                                          return timing_text(results.timing);
                                        });
}

}  // namespace fedltr
