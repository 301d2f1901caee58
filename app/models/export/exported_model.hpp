#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/ranking/neural.hpp"
#include "app/data/model_file.hpp"

namespace fedltr {

/// Values of a feature that become 0 and 1.
struct FeatureRange {
  double least = 0;
  double most = 1;

  /// True if they differ in single precision.
  bool have_range() const;
};

/// A ranker in the form that other systems need. A network scores a document
/// output . a(weights x + bias), a linear ranker weights x + bias.
struct ExportedModel {
  std::string name;    ///< an identifier: its name in the other system
  std::string store;   ///< an identifier: its feature store there
  std::string origin;  ///< one line of harmless characters
  std::vector<std::string> features;     ///< names as in the model
  std::vector<std::string> identifiers;  ///< `features` as identifiers
  std::optional<Activation> activation;  ///< of hidden units; nullopt: linear
  Matrix weights;                        ///< #hidden or 1 by #features
  Vector bias;                           ///< #hidden or 1
  Vector output;                         ///< #hidden; empty: linear
  bool by_scale = false;  ///< zscore's constants are in weights and bias
  /// Scaling that the target computes: any but kZscore.
  Normalize scaling = Normalize::kNone;
  std::shared_ptr<const FeatureScale> scale;  ///< of kQuantile
  std::vector<FeatureRange> bounds;           ///< one per feature, for [0, 1]

  bool by_query_minmax() const { return scaling == Normalize::kQueryMinmax; }
  bool by_query() const {
    return by_query_minmax() || scaling == Normalize::kQueryZscore;
  }
};

/// Turns a text into an identifier of any language: letters, digits and _, at
/// most 64, not beginning with a digit.
std::string identifier(const std::string& text);
/// Turns each text into an identifier, all distinct.
std::vector<std::string> identifiers(const std::vector<std::string>& texts);

/// Returns the ranker of a model file, named after its scenario; the constants
/// of a zscore are part of its weights and bias.
/// @param client  FedPer: client of the output layer; nullopt: their mean
/// @throws UsageError  for a ranker without a known score function, or a client
///                     without a layer
ExportedModel exported(const ModelFile& model,
                       std::optional<std::uint32_t> client);

/// Scales features to [0, 1] by bounds instead of query by query. A feature
/// without a range, in float, counts 0, as in a query where it was constant.
/// @throws DataError  for a range that no double can represent
void set_bounds(ExportedModel& model, std::vector<FeatureRange> bounds);

/// Returns the same function with its bounds folded into weights and bias.
ExportedModel folded(const ExportedModel& model);

/// @throws DataError  for a parameter or a bound that no float can represent
void require_floats(const ExportedModel& model);

}  // namespace fedltr
