#include "app/models/export/exported_model.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>

#include "algorithms/core/hash.hpp"
#include "algorithms/data/letor.hpp"
#include "algorithms/ranking/linear.hpp"
#include "app/base/errors.hpp"
#include "app/base/text.hpp"
#include "app/data/feature_names.hpp"

namespace fedltr {
namespace {

constexpr std::size_t kLongestIdentifier = 64;

/// Makes untrusted text safe in a comment of any language.
std::string harmless(const std::string& text) {
  std::string made = text;
  for (char& letter : made)
    if (!std::isalnum(static_cast<unsigned char>(letter)) && letter != '.' &&
        letter != '-')
      letter = '_';
  return made;
}

std::string origin_of(const ModelFile& model) {
  std::string text = "fedltr";
  if (!model.version.empty()) text += " " + harmless(model.version);
  if (!model.scenario.empty()) text += ", scenario " + harmless(model.scenario);
  if (!model.signature.empty())
    text += ", signature " + harmless(model.signature);
  return text;
}

/// Splits a network's parameters W, b, v of a model file.
void set_layers(ExportedModel& made, const Vector& flat, Index hidden,
                Index features) {
  const Index inputs = hidden * features;
  made.weights = Eigen::Map<const Matrix>(flat.data(), hidden, features);
  made.bias = flat.segment(inputs, hidden);
  made.output = flat.tail(hidden);
}

/// Folds (x - mean) / deviation into weights and bias, exact in other systems
/// that have no such step.
///
/// @throws DataError  naming the feature whose constants overflow
void fold_scale(ExportedModel& made, const FeatureScale& scale) {
  for (Index j = 0; j < made.weights.cols(); ++j) {
    auto column = made.weights.col(j);
    if (scale.deviations(j) > 0)
      column /= scale.deviations(j);
    else
      column.setZero();
    made.bias -= column * scale.means(j);
    if (!column.allFinite() || !made.bias.allFinite())
      throw DataError(
          "the deviation of feature '" +
          made.features[static_cast<std::size_t>(j)] + "', " +
          exact(scale.deviations(j)) +
          ", is too small for zscore's constants to be part of the weights");
  }
}

void set_normalization(ExportedModel& made, const ModelFile& model) {
  const Normalize how = model.normalize.value_or(Normalize::kNone);
  made.by_scale = how == Normalize::kZscore;
  if (made.by_scale) return fold_scale(made, *model.scale);
  made.scaling = how;
  made.scale = model.scale;
}

constexpr double kLargestFloat = std::numeric_limits<float>::max();

void require_float(double value, const std::string& what) {
  if (std::abs(value) > kLargestFloat)
    throw DataError("the model has a " + what + " of " + exact(value) +
                    ", and this target computes in single precision, which "
                    "goes to 3.4e38");
}

float nearest_float(double value) {
  return static_cast<float>(std::clamp(value, -kLargestFloat, kLargestFloat));
}

}  // namespace

bool FeatureRange::have_range() const {
  return nearest_float(most) > nearest_float(least) &&
         nearest_float(most - least) > 0;
}

std::string identifier(const std::string& text) {
  std::string made = text.substr(0, kLongestIdentifier);
  for (char& letter : made)
    if (!std::isalnum(static_cast<unsigned char>(letter))) letter = '_';
  if (made.empty() || std::isdigit(static_cast<unsigned char>(made[0])))
    made.insert(0, "f");
  return made.substr(0, kLongestIdentifier);
}

std::vector<std::string> identifiers(const std::vector<std::string>& texts) {
  std::vector<std::string> made(texts.size());
  TextSet<> taken;
  // Names that are identifiers already take precedence.
  for (std::size_t i = 0; i < texts.size(); ++i)
    if (identifier(texts[i]) == texts[i] && taken.insert(texts[i]).second)
      made[i] = texts[i];
  TextMap<int> copies;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (!made[i].empty()) continue;
    const std::string plain = identifier(texts[i]);
    made[i] = plain;
    while (!taken.insert(made[i]).second) {
      const std::string number = "_" + std::to_string(++copies[plain] + 1);
      made[i] = plain.substr(0, kLongestIdentifier - number.size()) + number;
    }
  }
  return made;
}

ExportedModel exported(const ModelFile& model,
                       std::optional<std::uint32_t> client) {
  const auto ranker = ranker_of(model);
  const Vector flat = ranker->published(parameters_of(model, client));
  ExportedModel made;
  if (const auto* network = dynamic_cast<const NeuralRanker*>(ranker.get())) {
    made.activation = network->activation();
    set_layers(made, flat, network->hidden(), model.features);
  } else if (dynamic_cast<const LinearRanker*>(ranker.get())) {
    made.weights = flat.transpose();
    made.bias = Vector::Zero(1);
  } else {
    throw UsageError("a " + model.model + " ranker can't be exported");
  }
  made.name = identifier(model.scenario.empty() ? "ranker" : model.scenario);
  made.store = made.name;
  made.origin = origin_of(model);
  made.features = model.names.empty()
                      ? numbered_feature_names(model.features,
                                               model.first_index.value_or(1))
                      : model.names;
  made.identifiers = identifiers(made.features);
  set_normalization(made, model);
  return made;
}

void set_bounds(ExportedModel& model, std::vector<FeatureRange> bounds) {
  model.scaling = Normalize::kNone;
  model.bounds = std::move(bounds);
  for (std::size_t j = 0; j < model.bounds.size(); ++j) {
    FeatureRange& each = model.bounds[j];
    if (!std::isfinite(each.most - each.least))
      throw DataError("feature '" + model.features[j] + "' goes from " +
                      exact(each.least) + " to " + exact(each.most) +
                      " in the data, too far for bounds");
    if (each.have_range()) continue;
    each = FeatureRange();
    model.weights.col(static_cast<Index>(j)).setZero();
  }
}

ExportedModel folded(const ExportedModel& model) {
  ExportedModel made = model;
  made.bounds.clear();
  for (std::size_t j = 0; j < model.bounds.size(); ++j) {
    const auto [least, most] = model.bounds[j];
    auto column = made.weights.col(static_cast<Index>(j));
    column /= most - least;
    made.bias -= column * least;
  }
  return made;
}

void require_floats(const ExportedModel& model) {
  for (const double each : model.weights.reshaped())
    require_float(each, "weight");
  for (const double each : model.bias) require_float(each, "bias");
  for (const double each : model.output) require_float(each, "weight");
  for (std::size_t j = 0; j < model.bounds.size(); ++j) {
    const FeatureRange& each = model.bounds[j];
    const std::string of_feature = " of feature '" + model.features[j] + "'";
    require_float(each.least, "bound" + of_feature);
    require_float(each.most, "bound" + of_feature);
    require_float(each.most - each.least, "range" + of_feature);
  }
}

}  // namespace fedltr
