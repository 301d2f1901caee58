#include "app/models/export/solr_target.hpp"

#include "app/base/json.hpp"
#include "app/models/export/json_target.hpp"

namespace fedltr {
namespace {

/// Maps each feature to the document's field of that name, as a starting point
/// for an expert of the index.
Json solr_features(const ExportedModel& model) {
  Json features = Json::array();
  for (const std::string& name : model.identifiers)
    features.push_back(
        {{"store", model.store},
         {"name", name},
         {"class", "org.apache.solr.ltr.feature.FieldValueFeature"},
         {"params", {{"field", name}}}});
  return features;
}

Json used_features(const ExportedModel& model) {
  Json features = Json::array();
  for (std::size_t j = 0; j < model.identifiers.size(); ++j) {
    Json feature = {{"name", model.identifiers[j]}};
    if (!model.bounds.empty())
      // The normaliser needs texts.
      feature["norm"] = {{"class", "org.apache.solr.ltr.norm.MinMaxNormalizer"},
                         {"params",
                          {{"min", literal(model.bounds[j].least)},
                           {"max", literal(model.bounds[j].most)}}}};
    features.push_back(std::move(feature));
  }
  return features;
}

Vector solr_scores(const ExportedModel& model, const Matrix& documents) {
  return layer_scores<float>(
      without_constant(model),
      bounds_scaled<float>(documents.cast<float>(), model.bounds,
                           [](const FeatureRange& each) {
                             return static_cast<float>(each.most) -
                                    static_cast<float>(each.least);
                           }));
}

Exported write_solr(const ExportedModel& model) {
  Json json;
  json["class"] = model.activation
                      ? "org.apache.solr.ltr.model.NeuralNetworkModel"
                      : "org.apache.solr.ltr.model.LinearModel";
  json["name"] = model.name;
  json["store"] = model.store;
  json["features"] = used_features(model);
  if (model.activation)
    json["params"]["layers"] = layers_json(model);
  else
    json["params"]["weights"] = weights_json(model);
  const std::string put =
      "curl -X PUT -H 'Content-type: application/json' --data-binary @";
  const std::string schema = " http://localhost:8983/solr/COLLECTION/schema/";
  const std::string features = model.name + "-features.json";
  const std::string file = model.name + "-model.json";
  return {
      {{features, json_text(solr_features(model))}, {file, json_text(json)}},
      put + features + schema + "feature-store\n" + put + file + schema +
          "model-store\nrq={!ltr model=" + model.name + " reRankDocs=100}\n"};
}

}  // namespace

ExportTarget solr_target() {
  return {"solr",
          "Apache Solr, module ltr: LinearModel or NeuralNetworkModel",
          "org.apache.solr.ltr, Solr 9",
          {},
          write_solr,
          {.in_float = true,
           .scores = solr_scores,
           .differs = "all is in single precision"}};
}

}  // namespace fedltr
