#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/ranking/evaluation.hpp"
#include "app/schema/scenario.hpp"

namespace fedltr {

/// How a model was evaluated where it was trained, for `eval` to do the same.
struct ModelEvaluation {
  std::vector<std::string> metrics;
  EmptyQuery empty = EmptyQuery::kSkip;
  Ties ties = Ties::kInput;
  MetricOptions options;
};

/// A ranker as `model-fF-rR.json` holds it: what it computes, on which columns,
/// and where it comes from. What older files do not say is empty.
struct ModelFile {
  std::string model;  ///< one of rankers()
  Index features = 0;
  Index hidden = 0;   ///< units; 0 for rankers without
  Vector parameters;  ///< Ranker::published()
  /// FedPer: each client's own last `hidden` parameters; those of `parameters`
  /// are their mean.
  std::vector<Vector> output_layers;

  std::vector<std::string> names;  ///< of the features, in their order
  /// Index of the first feature in LETOR files: 0 or 1.
  std::optional<std::uint32_t> first_index;
  /// What was done to the features of each query before it was learned from.
  std::optional<Normalize> normalize;
  int grades = 0;  ///< of the data: labels were 0 to grades - 1
  std::optional<ModelEvaluation> evaluation;
  std::string scenario;   ///< its name
  std::string version;    ///< of fedltr that trained it
  std::string signature;  ///< signature_of(), when it was trained
};

/// Makes the function of a model.
std::shared_ptr<const Ranker> ranker_of(const ModelFile& model);

/// Parameters in the layout of the ranker.
/// @param client  FedPer: whose output layer; none: their mean
/// @throws UsageError  where there is no such client's
Vector parameters_of(const ModelFile& model,
                     std::optional<std::uint32_t> client = std::nullopt);

/// SHA-256 over the parameters, clients' own included: of a study of one run,
/// the signature in its summary.json.
std::string signature_of(const ModelFile& model);

/// The text of a model file, numbers in digits that read back as the same; what
/// is empty stays out.
std::string model_text(const ModelFile& model);

/// Most bytes of a model file's text, unpacked.
inline constexpr std::size_t kMaxModelText = std::size_t{256} << 20;

/// Reads a model file, one of a version before names and signature, too. A run
/// folder stands for its only model.
/// @throws DataError  naming the file and what is wrong with it; also for
///                    parameters that its signature is not of
ModelFile read_model_file(const std::filesystem::path& file);

}  // namespace fedltr
