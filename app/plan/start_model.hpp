#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "app/data/data_source.hpp"

namespace fedltr {

/// Models that the runs of a scenario start from.
struct StartModels {
  /// By run: fold by fold, repeat by repeat; empty: `ranker.init` makes them.
  std::vector<Vector> parameters;
  std::vector<DataFile> files;  ///< each once
};

/// Reads the models of `ranker.from`, if it is set. Parameters of a fitted
/// data.normalize = zscore move to the constants of this training set
/// (rescaled()); quantiles have to be the same. Of a FedPer model these are the
/// clients' mean.
/// @throws DataError   for a file that is no model
/// @throws UsageError  for a model that does not fit the scenario or its data
StartModels read_start_models(const Scenario& scenario, const LoadedData& data);

/// Returns the data and its files with those of the models.
std::shared_ptr<const LoadedData> with_start(
    const std::shared_ptr<const LoadedData>& data, const StartModels& start);

/// Returns the model file that a run starts from: `from` itself, or in a run
/// folder the model of that fold and repeat, or the fold's only one.
/// @throws DataError  if the folder has no such model
std::filesystem::path start_file(const std::filesystem::path& from, int fold,
                                 std::uint32_t repeat);

/// Returns sentences on what a start means for privacy and unlearning; empty
/// if there is nothing to warn about.
std::vector<std::string> start_warnings(const Scenario& scenario);

}  // namespace fedltr
