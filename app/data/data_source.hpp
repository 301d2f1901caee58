#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/data/keeping.hpp"
#include "algorithms/data/letor.hpp"
#include "app/schema/scenario.hpp"

namespace fedltr {

/// What was read for a scenario, and from where.
struct DataFile {
  std::string name;    ///< path, or what was synthesised
  std::string sha256;  ///< of the file, or of the numbers
};

struct Fold {
  int number = 1;
  std::shared_ptr<const Dataset> train;
  /// Test or validation queries, or the same as `train`.
  std::shared_ptr<const Dataset> evaluation;
  /// By data.intents; else none. The sets then have the merged labels.
  std::shared_ptr<const IntentLabels> train_intents;
  std::shared_ptr<const IntentLabels> evaluation_intents;

  /// Whether features have to be loaded.
  bool is_late() const { return train->is_late() || evaluation->is_late(); }
};

/// Loads folds and keeps the last one, so that runs of one fold, one after the
/// other, read it once. For several threads.
class FoldMemory {
 public:
  /// The same fold with its features.
  /// @throws DataError  if they can't be had any more
  Fold load(const Fold& fold);

 private:
  std::mutex mutex_;
  std::shared_ptr<const Dataset> late_;  ///< training set of the last one
  std::optional<Fold> last_;
};

struct LoadedData {
  std::vector<Fold> folds;
  std::shared_ptr<FoldMemory> memory = std::make_shared<FoldMemory>();
  std::vector<DataFile> files;
  LetorNotes notes;
  RoundingLoss loss;  ///< data.storage
  bool zero_based = false;
  std::shared_ptr<const UserLog> log;  ///< data.users; else none
  /// Where large LETOR files are kept for the next start.
  std::vector<std::filesystem::path> caches;
  int grades = 0;  ///< highest label of all + 1, of synthetic data its grades
};

/// `1,234 values are rounded, by at most 5.9e-08 of what they were`
std::string rounding_text(const RoundingLoss& loss);

/// data.normalize and data.storage.
Keeping keeping_of(const Scenario& scenario);

/// What decides the data of a scenario: those that agree on it share it.
std::string data_set_key(const Scenario& scenario);

/// Reads or makes the data of a scenario, each file once.
/// @throws DataError
LoadedData load_data(const Scenario& scenario);

/// Whether the files are there, without reading them.
/// @throws DataError
void check_data_files(const Scenario& scenario);

/// LETOR files as one set, and what was met.
struct LetorFiles {
  Dataset data;
  LetorNotes notes;
  bool zero_based = false;
  std::vector<std::filesystem::path> caches;
};
LetorFiles read_letor_files(const std::vector<std::filesystem::path>& files,
                            ReturningQueries returning);

/// The synthetic set of a scenario, all five parts.
Dataset make_synthetic(const Scenario& scenario);

}  // namespace fedltr
