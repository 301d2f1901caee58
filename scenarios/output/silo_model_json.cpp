#include "scenarios/output/federation_files.hpp"
#include "scenarios/output/silo_files.hpp"

namespace fedltr {
namespace {

Json model_json(const SiloPoint& point, const SiloRun& run) {
  Json methods;
  for (const auto& [method, result] : run.methods) {
    if (result.models.empty()) continue;
    Json models = Json::array();
    for (const Vector& model : result.models)
      models.push_back(model.size() == 0 ? Json(nullptr) : json_of(model));
    methods[method] = models;
  }
  const SiloOptions& options = point.described.scenario.silo.options;
  const bool listwise = options.recipe == SiloRecipe::kListwise;
  return {{"model", listwise ? "listwise" : options.model},
          {"features", silo_model(options, point.data->grades)->features()},
          {"grades", point.data->grades},
          {"names", listwise ? Json(ranking_feature_names())
                             : Json(text_feature_names())},
          {"parties", methods}};
}

}  // namespace

SiloFile silo_model_file() {
  return {
      {"model-fF-rR.json",
       "Final models of repeat R; F is always 1. Numbers read back exactly.",
       "",
       {{"model", "`silo.loss`, or listwise by `silo.recipe`"},
        {"features", "number of features"},
        {"grades", "number of grades"},
        {"names[]", "names of the features"},
        {"parties.NAME[][]",
         "parameters of the models of trained method NAME, by party; null: it "
         "was excluded or had nothing to train with"}}},
      {},
      [](const SiloResults& results, const AddFile& add) {
        for (const SiloRun& run : results.point.runs)
          add(model_file_name(1, run.repeat),
              json_text(model_json(results.point, run)));
      }};
}

}  // namespace fedltr
