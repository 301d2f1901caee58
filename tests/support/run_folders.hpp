#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/results/compare/run_folder.hpp"
#include "tests/support/cli.hpp"

namespace fedltr::test {

/// A value of a run's per_query.tsv.
struct QueryValue {
  std::string query;
  double value = 0;
  int fold = 1;
  int repeat = 1;
};

/// A run as compare reads it, with the metric "m".
inline RunFolder made_run(const std::string& label,
                          const std::vector<QueryValue>& values) {
  RunFolder run;
  run.folder = "runs/" + label;
  run.label = label;
  run.metrics = {"m"};
  std::map<RunFolder::Run, std::pair<double, double>> sums;
  for (const QueryValue& each : values) {
    const RunFolder::Run key{each.fold, each.repeat};
    run.by_query["m"][each.query][key] = each.value;
    run.rounds[key] = 5;
    sums[key].first += each.value;
    ++sums[key].second;
  }
  double sum = 0;
  for (const auto& [key, of_run] : sums)
    sum += run.by_run["m"][key] = of_run.first / of_run.second;
  run.spreads["m"] = {sum / double(sums.size()), 0.5, sums.size()};
  return run;
}

/// Writes the files of a run with the metric "m".
inline std::string write_run(const TemporaryFolder& folder,
                             const std::string& name,
                             const std::string& per_query,
                             const std::string& scenario = "{}") {
  std::filesystem::create_directories(folder / name);
  folder.write(name + "/summary.json",
               R"({"complete": true,
                   "metrics": {"m": {"mean": 0.5, "std": null, "n": 1},
                               "gone": {"mean": null, "std": null, "n": 0}},
                   "runs": [{"fold": 1, "repeat": 1, "rounds": 7,
                             "final": {"m": 0.5, "gone": null}}]})");
  folder.write(name + "/manifest.json",
               R"({"data": [{"sha256": "ab"}, {"sha256": "cd"}],
                   "scenario": )" +
                   scenario + "}");
  folder.write(name + "/per_query.tsv",
               "qid\tmetric\tvalue\tfold\trepeat\n" + per_query);
  return (folder / name).string();
}

}  // namespace fedltr::test
