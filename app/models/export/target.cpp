#include "app/models/export/target.hpp"

#include "app/base/errors.hpp"
#include "app/base/text.hpp"
#include "app/models/export/c_target.hpp"
#include "app/models/export/json_target.hpp"
#include "app/models/export/ltr_plugin_target.hpp"
#include "app/models/export/onnx_target.hpp"
#include "app/models/export/ranklib_target.hpp"
#include "app/models/export/solr_target.hpp"
#include "app/models/export/vespa_target.hpp"
#include "app/schema/data_names.hpp"
#include "app/schema/method_tables.hpp"

namespace fedltr {
namespace {

bool takes_network(const ExportTraits& traits, const ExportedModel& model) {
  return model.activation != Activation::kRelu || traits.networks_of_relu;
}

bool takes_scaling(const ExportTraits& traits, const ExportedModel& model) {
  if (model.scaling == Normalize::kNone) return true;
  if (model.scaling == Normalize::kQuantile) return traits.by_quantiles;
  if (!model.by_query_minmax()) return traits.scales;
  return traits.by_query == ByQuery::kAll ||
         (traits.by_query == ByQuery::kLinear && !model.activation);
}

std::string scaling_refusal(const ExportedModel& model) {
  if (model.by_query_minmax())
    return ": can't scale this ranker's features to [0, 1] by query, as in "
           "training; --data FILE uses fixed bounds instead and prints their "
           "cost, or use ";
  return ": can't compute data.normalize = " + name_of(model.scaling) +
         ", as in training; use ";
}

}  // namespace

const Methods<ExportWriter, ExportTraits>& export_targets() {
  static const Methods<ExportWriter, ExportTraits> table = {
      solr_target(),       elasticsearch_target(),
      opensearch_target(), vespa_target(),
      ranklib_target(),    onnx_target(),
      json_target(),       c_target()};
  return table;
}

Exported export_to(const ExportTarget& target, const ExportedModel& model) {
  if (!takes_network(target.traits, model))
    throw UsageError("--to " + target.name +
                     ": has no networks of rectified linear units; " +
                     names_where(export_targets(),
                                 [&](const ExportTraits& traits) {
                                   return takes_network(traits, model);
                                 }) +
                     " take them");
  if (!takes_scaling(target.traits, model))
    throw UsageError(
        "--to " + target.name + scaling_refusal(model) +
        names_where(export_targets(), [&](const ExportTraits& traits) {
          return takes_network(traits, model) && takes_scaling(traits, model);
        }));
  if (target.traits.in_float) require_floats(model);
  return target.make(model);
}

namespace {

/// Describes weights that are 0 in single precision only; empty if none is.
std::string vanished_text(const ExportedModel& model) {
  std::size_t vanished = 0;
  const auto count = [&](const auto& weights) {
    for (const double each : weights.reshaped())
      vanished += each != 0 && static_cast<float>(each) == 0;
  };
  count(model.weights);
  count(model.output);
  if (vanished == 0) return "";
  return std::to_string(vanished) +
         (vanished == 1 ? " weight is" : " weights are") +
         " too small for single precision and 0 there";
}

}  // namespace

std::string score_differences(const ExportTarget& target,
                              const ExportedModel& model) {
  const ExportTraits& traits = target.traits;
  std::vector<std::string> all = {
      traits.differs,
      traits.in_float ? vanished_text(model) : "",
      model.activation ? traits.network_differs : "",
      model.activation == Activation::kSigmoid ? traits.sigmoid_differs : "",
      model.by_query_minmax() ? traits.by_query_differs : "",
      model.scaling == Normalize::kQueryZscore ? traits.query_zscore_differs
                                               : "",
      model.scaling == Normalize::kLog1p ? traits.log_differs : "",
      model.bounds.empty() ? ""
                           : "features are scaled by fixed bounds, not by each "
                             "query's",
      model.by_scale ? "zscore's constants are in the weights, which costs "
                       "digits where a mean is large beside its deviation"
                     : ""};
  std::erase(all, "");
  return all.empty() ? "nothing" : join(all, "; ");
}

std::string replaced(std::string text, const std::string& from,
                     const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

std::string literal(double value) {
  const std::string text = exact(value);
  // Digits alone would be an integer literal, which may overflow.
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

std::string literals(const VectorView& values, const std::string& separator) {
  std::string text;
  for (const double value : values)
    text += (text.empty() ? "" : separator) + literal(value);
  return text;
}

}  // namespace fedltr
