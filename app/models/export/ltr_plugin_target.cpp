#include "app/models/export/ltr_plugin_target.hpp"

#include "app/base/json.hpp"
#include "app/models/export/json_target.hpp"
#include "app/models/export/ranklib_target.hpp"

namespace fedltr {
namespace {

/// Maps each feature to the document's number of that name, as a starting point
/// for an expert of the index.
Json plugin_features(const ExportedModel& model) {
  Json features = Json::array();
  for (const std::string& name : model.identifiers)
    features.push_back(
        {{"name", name},
         {"params", Json::array()},
         {"template_language", "mustache"},
         {"template",
          {{"function_score",
            {{"query", {{"match_all", Json::object()}}},
             {"field_value_factor", {{"field", name}, {"missing", 0}}}}}}}});
  return {{"featureset", {{"features", features}}}};
}

/// Uses the normaliser (x - mean) / standard_deviation for (x - least) / range:
/// `min_max` takes no minimum below 0.
Json plugin_normalizers(const ExportedModel& model) {
  Json normalizers = Json::object();
  for (std::size_t j = 0; j < model.bounds.size(); ++j) {
    const auto [least, most] = model.bounds[j];
    Json normalizer;
    normalizer["standard"] = {{"mean", least},
                              {"standard_deviation", most - least}};
    normalizers.get_ref<Json::object_t&>().push_back(
        {model.identifiers[j], std::move(normalizer)});
  }
  return normalizers;
}

/// Returns the text of a definition, of JSON or in RankLib's format.
std::string definition(const ExportedModel& model) {
  if (model.activation) {
    ExportedModel without = model;  // the plugin's normalisers apply the bounds
    without.bounds.clear();
    return ranklib_text(without);
  }
  return weights_json(model).dump();
}

Vector plugin_scores(const ExportedModel& model, const Matrix& documents) {
  const Table<float> x = bounds_scaled<float>(
      documents.cast<float>(), model.bounds, [](const FeatureRange& each) {
        return static_cast<float>(each.most - each.least);
      });
  return model.activation
             ? ranknet_scores(model, x).cast<float>().cast<double>()
             : layer_scores<float>(without_constant(model), x);
}

Exported write_plugin(const ExportedModel& model) {
  Json inner;
  inner["type"] = model.activation ? "model/ranklib" : "model/linear";
  if (!model.bounds.empty())
    inner["feature_normalizers"] = plugin_normalizers(model);
  inner["definition"] = definition(model);
  const Json json = {{"model", {{"name", model.name}, {"model", inner}}}};
  const std::string features = model.name + "-featureset.json";
  const std::string file = model.name + "-model.json";
  const std::string server = " http://localhost:9200/_ltr";
  const std::string post =
      "curl -X POST -H 'Content-type: application/json' --data-binary @";
  const std::string set = server + "/_featureset/" + model.store;
  return {
      {{features, json_text(plugin_features(model))}, {file, json_text(json)}},
      "curl -X PUT" + server + "\n" + post + features + set + "\n" + post +
          file + set + "/_createmodel\n" +
          R"("rescore": {"window_size": 100, "query": {"query_weight": 0, )" +
          R"("rescore_query": {"sltr": {"params": {}, "model": ")" +
          model.name + "\"}}}}\n"};
}

ExportTarget plugin_target(const char* name, const char* summary,
                           const char* source) {
  return {name,
          summary,
          source,
          {},
          write_plugin,
          {.networks_of_relu = false,
           .in_float = true,
           .scores = plugin_scores,
           .differs = "all is in single precision",
           .network_differs =
               "its score is the sigmoid of ours times a power of 2"}};
}

}  // namespace

ExportTarget elasticsearch_target() {
  return plugin_target("elasticsearch",
                       "its learning-to-rank plugin: linear, or RankNet for "
                       "sigmoid networks",
                       "o19s/elasticsearch-learning-to-rank");
}

ExportTarget opensearch_target() {
  return plugin_target(
      "opensearch", "its learning-to-rank plugin, which takes the same files",
      "opensearch-project/opensearch-learning-to-rank-base");
}

}  // namespace fedltr
