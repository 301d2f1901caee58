#include "app/models/export/vespa_target.hpp"

#include <cmath>

#include "app/base/errors.hpp"

namespace fedltr {
namespace {

/// Names of a feature before and after scaling to [0, 1].
std::string raw_name(const std::string& feature) {
  return "raw_" + feature;
}
std::string used_name(const ExportedModel& model, std::size_t feature) {
  const std::string raw = raw_name(model.identifiers[feature]);
  if (model.by_query_minmax()) return "normalize_linear(" + raw + ")";
  return model.bounds.empty() ? raw : "unit_" + model.identifiers[feature];
}

/// Formats constant + weights . factors.
template <class Weights, class Factor>
std::string weighted_sum(double constant, const Weights& weights,
                         const Factor& factor) {
  std::string text = literal(constant);
  for (Index i = 0; i < weights.size(); ++i)
    text += (weights(i) < 0 ? " - " : " + ") + literal(std::abs(weights(i))) +
            " * " + factor(static_cast<std::size_t>(i));
  return text;
}

/// Returns the name of a field for a feature: in an expression, these words
/// name no attribute.
std::string field_name(const std::string& feature) {
  const bool reserved =
      feature == "true" || feature == "false" || feature == "unpack_bits";
  return reserved ? feature + "_" : feature;
}

std::string function(const std::string& name, const std::string& expression) {
  return "    function " + name + "() {\n        expression: " + expression +
         "\n    }\n";
}

/// Returns the functions that make up a score.
std::string functions(const ExportedModel& model) {
  std::string text;
  for (std::size_t j = 0; j < model.identifiers.size(); ++j) {
    const std::string& feature = model.identifiers[j];
    const std::string raw = raw_name(feature);
    text += function(raw, "attribute(" + field_name(feature) + ")");
    if (model.bounds.empty()) continue;
    const auto [least, most] = model.bounds[j];
    text += function(used_name(model, j), "(" + raw + " - (" + literal(least) +
                                              ")) / " + literal(most - least));
  }
  if (!model.activation) return text;
  const char* const activation =
      *model.activation == Activation::kSigmoid ? "sigmoid(" : "relu(";
  for (Index unit = 0; unit < model.weights.rows(); ++unit)
    text += function(
        "unit" + std::to_string(unit),
        activation +
            weighted_sum(model.bias(unit), model.weights.row(unit),
                         [&](std::size_t j) { return used_name(model, j); }) +
            ")");
  return text;
}

Exported write_vespa(const ExportedModel& model) {
  if (model.name == "default" || model.name == "unranked")
    throw UsageError("Vespa has a rank profile " + model.name +
                     " already: give another --name");
  const std::string score =
      model.activation
          ? weighted_sum(
                0, model.output,
                [](std::size_t unit) { return "unit" + std::to_string(unit); })
          : weighted_sum(model.bias(0), model.weights.row(0),
                         [&](std::size_t j) { return used_name(model, j); });
  // Only this phase sees all documents and can compare them.
  const char* const phase =
      model.by_query_minmax() ? "global-phase" : "second-phase";
  const std::string file = model.name + ".profile";
  return {// Its grammar allows no line end before the profile, not even a
          // comment's.
          {{file, "rank-profile " + model.name +
                      " inherits default {\n    # A ranker, exported by " +
                      model.origin + ".\n" + functions(model) + "    " + phase +
                      " {\n        expression: " + score + "\n    }\n}\n"}},
          "cp " + file + " APPLICATION/schemas/SCHEMA/ && vespa deploy\n" +
              "ranking.profile=" + model.name + "\n"};
}

}  // namespace

ExportTarget vespa_target() {
  return {"vespa",
          "Vespa: a rank profile with the ranker as an expression",
          "vespa-engine/documentation, en/ranking/phased-ranking.html",
          {},
          write_vespa,
          {.by_query = ByQuery::kLinear,
           .differs = "rounding",
           .by_query_differs =
               "normalize_linear compares the documents that are reranked, 100 "
               "unless rerank-count changes that"}};
}

}  // namespace fedltr
