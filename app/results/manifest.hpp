#pragma once

#include <string>
#include <vector>

#include "app/base/json_fwd.hpp"
#include "app/data/data_source.hpp"
#include "app/results/output_file.hpp"
#include "app/results/point_results.hpp"
#include "app/results/timing.hpp"
#include "app/schema/scenario.hpp"

namespace fedltr {

/// True if another value of the key may change results.
bool decides_results(const Key& key);

/// Version, keys and data that decide a scenario's results; part of its
/// manifest.json.
Json identity_json(const Scenario& scenario,
                   const std::vector<DataFile>& files);

/// manifest.json: the scenario, its data, and the versions used.
/// @param randomness  in words: which randomness is simulated
std::string manifest_text(const Scenario& scenario,
                          const std::vector<DataFile>& files,
                          const std::vector<FinalMetrics>& runs,
                          const std::string& randomness);

FileDescription manifest_description();

/// @tparam Results  for which manifest_of() returns manifest.json
template <class Results>
OutputFile<Results> manifest_file() {
  return single_file<Results>(
      manifest_description(),
      [](const Results& results) { return manifest_of(results); });
}

}  // namespace fedltr
