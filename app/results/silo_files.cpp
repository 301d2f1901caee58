#include "app/results/silo_files.hpp"

#include "app/results/rankings.hpp"
#include "app/results/silo_summary.hpp"

namespace fedltr {
std::string manifest_of(const SiloResults& results) {
  const SiloPoint& point = results.point;
  const Scenario& scenario = point.described.scenario;
  return manifest_text(
      scenario, point.data->files, results_of(point, headline(scenario)).runs,
      "simulated: all of it, keys and noise too, comes from run.seed");
}

const std::vector<SiloFile>& silo_files() {
  static const std::vector<SiloFile> all = {silo_summary_file(),
                                            parties_csv_file(),
                                            features_csv_file(),
                                            features_svg_file(),
                                            relevance_svg_file(),
                                            exact_relevance_svg_file(),
                                            relevance_tsne_file(),
                                            exact_relevance_tsne_file(),
                                            silo_curves_csv_file(),
                                            silo_curves_svg_file(),
                                            silo_model_file(),
                                            silo_per_query_file(),
                                            manifest_file<SiloResults>(),
                                            timing_file<SiloResults>(),
                                            search_timing_file(),
                                            method_summary_file(),
                                            method_per_query_file(),
                                            method_manifest_file(),
                                            silo_rankings_file()};
  return all;
}

SiloFile file_by_method(FileDescription about,
                        std::string (*text)(const SiloResults& results,
                                            const std::string& method)) {
  const std::string name = about.name;
  const std::string folder = std::string(kMethodsFolder) + "/";
  about.name = folder + "NAME/" + name;
  return {std::move(about),
          {},
          [=](const SiloResults& results, const AddFile& add) {
            for (const std::string& method : results.point.methods)
              add(folder + method + "/" + name, text(results, method));
          }};
}

SiloFile method_manifest_file() {
  return file_by_method(
      {"manifest.json", "The same as `manifest.json` above.", "", {}},
      [](const SiloResults& results, const std::string&) {
        return manifest_of(results);
      });
}

}  // namespace fedltr
