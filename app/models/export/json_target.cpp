#include "app/models/export/json_target.hpp"

#include "app/base/json.hpp"
#include "app/schema/data_names.hpp"

namespace fedltr {
namespace {

Json layer_json(const Matrix& matrix, const Vector& bias,
                const char* activation) {
  Json rows = Json::array();
  for (Index i = 0; i < matrix.rows(); ++i)
    rows.push_back(json_of(Vector(matrix.row(i).transpose())));
  return {
      {"matrix", rows}, {"bias", json_of(bias)}, {"activation", activation}};
}

Json features_json(const ExportedModel& model) {
  Json features = Json::array();
  for (std::size_t j = 0; j < model.features.size(); ++j) {
    Json feature = {{"name", model.features[j]}};
    if (!model.bounds.empty()) {
      feature["min"] = model.bounds[j].least;
      feature["max"] = model.bounds[j].most;
    }
    if (model.scaling == Normalize::kQuantile)
      feature["quantiles"] = json_of(Vector(
          model.scale->quantiles.row(static_cast<Index>(j)).transpose()));
    features.push_back(std::move(feature));
  }
  return features;
}

Exported write_json(const ExportedModel& model) {
  const std::string normalize =
      model.bounds.empty() ? name_of(model.scaling) : "fixed-minmax";
  const Json json = {{"name", model.name},
                     {"origin", model.origin},
                     {"normalize", normalize},
                     {"features", features_json(model)},
                     {"layers", layers_json(model)}};
  return {{{model.name + ".json", json_text(json)}},
          "score = the layers one after the other, from the features on: "
          "activation(matrix x + bias)\n"};
}

}  // namespace

Json layers_json(const ExportedModel& model) {
  if (!model.activation)
    return Json::array({layer_json(model.weights, model.bias, "identity")});
  const char* const hidden =
      *model.activation == Activation::kSigmoid ? "sigmoid" : "relu";
  return Json::array(
      {layer_json(model.weights, model.bias, hidden),
       layer_json(model.output.transpose(), Vector::Zero(1), "identity")});
}

Json weights_json(const ExportedModel& model) {
  Json weights = Json::object();
  for (std::size_t j = 0; j < model.identifiers.size(); ++j)
    weights.get_ref<Json::object_t&>().push_back(
        {model.identifiers[j], model.weights(0, static_cast<Index>(j))});
  return weights;
}

ExportTarget json_target() {
  return {"json",
          "layers of numbers, for your own program",
          "fedltr; docs/export.md",
          {},
          write_json,
          {.by_query = ByQuery::kAll,
           .scales = true,
           .by_quantiles = true,
           .renames = false}};
}

}  // namespace fedltr
