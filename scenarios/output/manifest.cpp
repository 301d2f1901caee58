#include "scenarios/output/manifest.hpp"

#include <Eigen/Core>
#include <boost/version.hpp>
#include <openssl/opensslv.h>
#include <spdlog/version.h>

#include "scenarios/base/json.hpp"
#include "scenarios/base/version.hpp"

namespace fedltr {

bool decides_results(const Key& key) {
  return key.name != "run.threads" && key.name != "run.speedup" &&
         key.name != "run.scaling" && key.name != "run.out" &&
         key.name != "run.rankings" && !key.name.starts_with("checkpoint.");
}

Json identity_json(const Scenario& scenario,
                   const std::vector<DataFile>& files) {
  Json data = Json::array();
  for (const DataFile& file : files)
    data.push_back({{"name", file.name}, {"sha256", file.sha256}});
  Json resolved;
  for (const Key& key : keys()) {
    // What can't change a result is not part of what was run.
    if (decides_results(key) && in_study(key, scenario))
      resolved[key.name] = scenario.text.at(key.name);
  }
  return {{"fedltr", kVersion},
          {"commit", kCommit},
          {"scenario", resolved},
          {"data", data}};
}

std::string manifest_text(const Scenario& scenario,
                          const std::vector<DataFile>& files,
                          const std::vector<RunSeed>& seeds,
                          const std::string& randomness) {
  const Json identity = identity_json(scenario, files);
  Json runs = Json::array();
  for (const RunSeed& each : seeds)
    runs.push_back(
        {{"fold", each.fold}, {"repeat", each.repeat}, {"seed", each.seed}});
  return json_text({{"fedltr", identity["fedltr"]},
                    {"commit", identity["commit"]},
                    {"compiler", __VERSION__},
                    {"dependencies",
                     {{"caf", FEDLTR_CAF_VERSION},
                      {"eigen", std::to_string(EIGEN_WORLD_VERSION) + "." +
                                    std::to_string(EIGEN_MAJOR_VERSION) + "." +
                                    std::to_string(EIGEN_MINOR_VERSION)},
                      {"boost", BOOST_LIB_VERSION},
                      {"openssl", OPENSSL_VERSION_STR},
                      {"spdlog", std::to_string(SPDLOG_VER_MAJOR) + "." +
                                     std::to_string(SPDLOG_VER_MINOR) + "." +
                                     std::to_string(SPDLOG_VER_PATCH)}}},
                    {"scenario", identity["scenario"]},
                    {"data", identity["data"]},
                    {"seeds", runs},
                    {"randomness", randomness}});
}

FileDescription manifest_description() {
  return {
      "manifest.json",
      "What was run, on what data, with what versions: all that decides the "
      "results.",
      "",
      {{"fedltr", "version"},
       {"commit", "commit it was built from"},
       {"compiler", "compiler it was built with"},
       {"dependencies.NAME", "version of a library"},
       {"scenario.KEY",
        "resolved value of each key that decides results, as text"},
       {"data[].name", "file, or what was synthesised"},
       {"data[].sha256", "SHA-256 of the file, or of the numbers"},
       {"seeds[].fold", "fold, from 1"},
       {"seeds[].repeat", "repeat, from 1"},
       {"seeds[].seed", "seed of that run, derived from `run.seed`"},
       {"randomness", "where random numbers came from, in words"}}};
}

}  // namespace fedltr
