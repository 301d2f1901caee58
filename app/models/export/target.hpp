#pragma once

#include <string>
#include <vector>

#include "algorithms/core/method.hpp"
#include "app/models/export/exported_model.hpp"

namespace fedltr {

struct ExportedFile {
  std::string name;
  std::string text;
};

/// What a system is given.
struct Exported {
  std::vector<ExportedFile> files;
  std::string install;  ///< lines for a user: how it gets there, and is used
};

/// Of which rankers features can go to [0, 1] query by query.
enum class ByQuery { kNone, kLinear, kAll };

struct ExportTraits {
  bool networks_of_relu = true;
  ByQuery by_query = ByQuery::kNone;
  bool in_float = false;  ///< it computes in single precision
  /// What its scores have not in common with ours; empty: nothing. And what
  /// else those of a network have not, and those of features that go to [0, 1]
  /// query by query.
  std::string differs = {};
  std::string network_differs = {};
  std::string by_query_differs = {};
};

using ExportWriter = Exported (*)(const ExportedModel& model);
using ExportTarget = Method<ExportWriter, ExportTraits>;

/// All systems that a ranker can be exported to, by name.
const Methods<ExportWriter, ExportTraits>& export_targets();

/// Returns the files of a target.
/// @throws UsageError  with the remedy, where it can't do what the model needs
/// @throws DataError   for parameters that it can't hold
Exported export_to(const ExportTarget& target, const ExportedModel& model);

/// What a model's scores have not in common with ours, in words.
std::string score_differences(const ExportTarget& target,
                              const ExportedModel& model);

/// A text with every `from` replaced.
std::string replaced(std::string text, const std::string& from,
                     const std::string& to);

/// A number as a literal that every language reads as that double.
std::string literal(double value);
std::string literals(const VectorView& values, const std::string& separator);

}  // namespace fedltr
