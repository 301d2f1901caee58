#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/ranking/neural.hpp"
#include "app/data/model_file.hpp"

namespace fedltr {

/// Values of a feature that stand for 0 and 1.
struct FeatureRange {
  double least = 0;
  double most = 1;

  /// Whether they lie apart, in single precision.
  bool have_range() const;
};

/// A ranker as other systems take it. A network scores a document
/// output . a(weights x + bias), a linear ranker weights x + bias.
struct ExportedModel {
  std::string name;    ///< an identifier: what the other system calls it
  std::string store;   ///< likewise: of its features there
  std::string origin;  ///< one line of harmless characters
  std::vector<std::string> features;     ///< names, as the model has them
  std::vector<std::string> identifiers;  ///< the same as identifiers
  std::optional<Activation> activation;  ///< of the hidden units; none: linear
  Matrix weights;                        ///< #hidden or 1 by #features
  Vector bias;                           ///< #hidden or 1
  Vector output;                         ///< #hidden; none: linear
  bool by_query = false;  ///< features first go to [0, 1] query by query
  std::vector<FeatureRange>
      bounds;  ///< one a feature: they go to [0, 1] by these
};

/// A text as an identifier of any language: letters, digits and _, at most 64,
/// not beginning with a digit.
std::string identifier(const std::string& text);
/// The same of each, all different.
std::vector<std::string> identifiers(const std::vector<std::string>& texts);

/// The ranker of a model file, named after its scenario.
/// @param client  FedPer: whose output layer; none: their mean
/// @throws UsageError  for a ranker that nothing is known to score, or a client
///                     that has no layer
ExportedModel exported(const ModelFile& model,
                       std::optional<std::uint32_t> client);

/// Lets features go to [0, 1] by bounds in place of query by query. One that
/// they give no range, in float, counts 0 as it did in a query where it was
/// constant.
/// @throws DataError  for a range that no double holds
void set_bounds(ExportedModel& model, std::vector<FeatureRange> bounds);

/// The same function with its bounds within weights and bias.
ExportedModel folded(const ExportedModel& model);

/// @throws DataError  for a parameter or a bound that no float holds
void require_floats(const ExportedModel& model);

}  // namespace fedltr
