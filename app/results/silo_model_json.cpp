#include "app/base/json.hpp"
#include "app/results/silo_files.hpp"

namespace fedltr {
namespace {

/// Statistics that features are computed with, except those of single terms.
Json statistics_json(const Collection& collection,
                     const FeatureConstants& constants) {
  const CollectionStatistics statistics(collection);
  const auto mean = [&](Field field) {
    return statistics.field(field).mean_length;
  };
  return {{"documents", collection.documents()},
          {"mean_length",
           {{"title", mean(Field::kTitle)}, {"body", mean(Field::kBody)}}},
          {"k1", constants.k1},
          {"b", constants.b},
          {"lambda", constants.lambda},
          {"mu", constants.mu},
          {"delta", constants.delta}};
}

Json model_json(const SiloPoint& point, const SiloRepeat& run) {
  Json methods;
  for (const auto& [method, result] : run.methods) {
    if (result.models.empty()) continue;
    Json models = Json::array();
    for (const Vector& model : result.models)
      models.push_back(model.size() == 0 ? Json(nullptr) : json_of(model));
    methods[method] = models;
  }
  const SiloSettings& silo = point.described.scenario.silo;
  const SiloOptions& options = silo.options;
  const bool listwise = options.recipe == SiloRecipe::kListwise;
  return {{"model", listwise ? "listwise" : options.model},
          {"features", silo_model(options, point.data->grades)->features()},
          {"grades", point.data->grades},
          {"names", listwise ? Json(ranking_feature_names())
                             : Json(text_feature_names())},
          {"statistics",
           statistics_json(*point.data->collection, options.constants)},
          {"candidates", options.candidates},
          {"tokens",
           {{"version", kWordsVersion},
            {"stemmer", silo.tokens.stemmer},
            {"stop_words", silo.tokens.stop_words}}},
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
        {"statistics.documents", "documents of all parties"},
        {"statistics.mean_length.title", "mean number of terms in a title"},
        {"statistics.mean_length.body", "mean number of terms in a body"},
        {"statistics.k1", "`silo.k1` of BM25"},
        {"statistics.b", "`silo.b` of BM25"},
        {"statistics.lambda",
         "`silo.lambda`, weight of the collection in LMIR.JM"},
        {"statistics.mu", "`silo.mu` of LMIR.DIR"},
        {"statistics.delta", "`silo.delta` of LMIR.ABS"},
        {"candidates", "`silo.candidates`"},
        {"tokens.version",
         "version of the rules that split texts into words; 1 if it is "
         "missing"},
        {"tokens.stemmer", "`silo.stemming`"},
        {"tokens.stop_words", "`silo.stop-words`"},
        {"parties.NAME[][]",
         "parameters of the models of trained method NAME, by party, for "
         "unscaled features (scaling is included); null: the party was "
         "excluded or had no instances to train on"}}},
      {},
      [](const SiloResults& results, const AddFile& add) {
        for (const SiloRepeat& run : results.point.runs)
          add("model-" + fold_and_repeat(1, run.repeat) + ".json",
              json_text(model_json(results.point, run)));
      }};
}

}  // namespace fedltr
