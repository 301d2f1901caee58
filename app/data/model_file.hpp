#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/ranking/evaluation.hpp"
#include "app/base/json.hpp"
#include "app/schema/scenario.hpp"

namespace fedltr {

/// Evaluation of a model where it was trained, for `eval` to repeat it.
struct ModelEvaluation {
  std::vector<std::string> metrics;
  EmptyQuery empty = EmptyQuery::kSkip;
  Ties ties = Ties::kInput;
  MetricOptions options;
};

/// A ranker as stored in `model-fF-rR.json`: its function, columns and origin.
/// Members that older files lack are empty.
struct ModelFile {
  std::string model;  ///< one of rankers()
  Index features = 0;
  Index hidden = 0;   ///< units; 0 if the ranker has none
  Vector parameters;  ///< Ranker::published()
  /// FedPer: each client's own last `hidden` parameters; those of `parameters`
  /// are their mean.
  std::vector<Vector> output_layers;

  std::vector<std::string> names;  ///< of the features, in their order
  /// Index of the first feature in LETOR files: 0 or 1.
  std::optional<std::uint32_t> first_index;
  /// Normalisation of the features before learning.
  std::optional<Normalize> normalize;
  /// Its constants, if it is_fitted().
  std::shared_ptr<const FeatureScale> scale;
  MissingValues missing;  ///< `data.missing`, `data.missing-as`
  int grades = 0;         ///< of the data: labels were 0 to grades - 1
  std::optional<ModelEvaluation> evaluation;
  std::string scenario;   ///< its name
  std::string version;    ///< of the fedltr that trained it
  std::string signature;  ///< signature_of() when it was trained
};

/// Reads the JSON of a model.
/// @throws DataError  also for a file of another tool, which it names
Json read_model_json(const std::filesystem::path& file);

/// Returns the normalisation to apply to features; none for older files.
Normalizer normalizer_of(const ModelFile& model);

/// Makes the function that a model computes.
std::shared_ptr<const Ranker> ranker_of(const ModelFile& model);

/// Returns parameters in the layout of the ranker.
/// @param client  FedPer: client of the output layer; nullopt: their mean
/// @throws UsageError  if there is no such client
Vector parameters_of(const ModelFile& model,
                     std::optional<std::uint32_t> client = std::nullopt);

/// Returns the SHA-256 of the parameters, including clients' own: for a study
/// of one run, the signature in its summary.json.
std::string signature_of(const ModelFile& model);

/// Formats a model file, with numbers that are exact when read back; omits
/// empty members.
std::string model_text(const ModelFile& model);

/// Maximum bytes of a model file's text, unpacked.
inline constexpr std::size_t kMaxModelText = std::size_t{256} << 20;

/// Returns the `model-fF-rR.json` of a run folder, by name.
std::vector<std::filesystem::path> models_in(
    const std::filesystem::path& folder);

/// Returns the only one of them.
/// @throws DataError  naming them, if there are more or none
std::filesystem::path only_model_in(const std::filesystem::path& folder);

/// Reads a model file, also one of a version before names and signature. A run
/// folder means its only model.
/// @throws DataError  with the file and the fault; also for parameters that do
///                    not match the signature
ModelFile read_model_file(const std::filesystem::path& file);

}  // namespace fedltr
