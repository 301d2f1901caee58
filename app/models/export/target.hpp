#pragma once

#include <string>
#include <vector>

#include "algorithms/core/method.hpp"
#include "app/models/export/arithmetic.hpp"
#include "app/models/export/exported_model.hpp"

namespace fedltr {

struct ExportedFile {
  std::string name;
  std::string text;
};

/// Output for a system.
struct Exported {
  std::vector<ExportedFile> files;
  std::string install;  ///< lines for a user on installation and use
};

/// Scores the documents of a query, raw features in a row each, in the
/// arithmetic of a target.
using TargetScores = Vector (*)(const ExportedModel& model,
                                const Matrix& documents);

/// Rankers whose features a system can scale to [0, 1] query by query.
enum class ByQuery { kNone, kLinear, kAll };

struct ExportTraits {
  bool networks_of_relu = true;
  ByQuery by_query = ByQuery::kNone;
  bool scales = false;        ///< computes kQueryZscore and kLog1p
  bool by_quantiles = false;  ///< computes kQuantile
  bool in_float = false;      ///< computes in single precision
  TargetScores scores = double_scores;
  /// Differences of its scores from ours, or empty; further differences for
  /// networks, for those of sigmoids, and for features scaled to [0, 1] query
  /// by query.
  std::string differs = {};
  std::string network_differs = {};
  std::string sigmoid_differs = {};
  std::string by_query_differs = {};
  std::string query_zscore_differs = {};
  std::string log_differs = {};  ///< for those of kLog1p
  bool renames = true;  ///< its files have identifiers for features' names
};

using ExportWriter = Exported (*)(const ExportedModel& model);
using ExportTarget = Method<ExportWriter, ExportTraits>;

/// Returns all systems that a ranker can be exported to, by name.
const Methods<ExportWriter, ExportTraits>& export_targets();

/// Returns the files of a target.
/// @throws UsageError  with the remedy, if it can't support the model
/// @throws DataError   for parameters that it can't represent
Exported export_to(const ExportTarget& target, const ExportedModel& model);

/// Describes how a model's scores differ from ours.
std::string score_differences(const ExportTarget& target,
                              const ExportedModel& model);

/// Returns a text with every `from` replaced.
std::string replaced(std::string text, const std::string& from,
                     const std::string& to);

/// Returns a literal that every language reads as that double.
std::string literal(double value);
std::string literals(const VectorView& values, const std::string& separator);

}  // namespace fedltr
