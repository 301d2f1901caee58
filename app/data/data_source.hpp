#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/data/keeping.hpp"
#include "algorithms/data/letor.hpp"
#include "algorithms/members/recorded_search.hpp"
#include "app/data/convert/row_text.hpp"
#include "app/schema/scenario.hpp"

namespace fedltr {

/// A source of a scenario's data.
struct DataFile {
  std::string name;       ///< path, or description of synthetic data
  std::string sha256;     ///< of the file, or of the synthetic numbers
  bool is_start = false;  ///< a model that runs start from; not read at nodes
};

struct Fold {
  int number = 1;
  std::shared_ptr<const Dataset> train;
  /// Test or validation queries, or the same as `train`.
  std::shared_ptr<const Dataset> evaluation;
  /// Given by data.intents; otherwise nullptr. The sets then have merged
  /// labels.
  std::shared_ptr<const IntentLabels> train_intents;
  std::shared_ptr<const IntentLabels> evaluation_intents;
  /// Constants of the training set, for a fitted data.normalize; otherwise
  /// nullptr.
  std::shared_ptr<const FeatureScale> scale = nullptr;
  /// data.log, as far as the training set has its queries; otherwise nullptr.
  std::shared_ptr<const SessionLog> sessions = nullptr;
  Index anonymous = 0;  ///< searches in `sessions` without user
  /// Validation queries; nullptr unless `evaluation.validate` needs them.
  std::shared_ptr<const Dataset> validation = nullptr;

  /// True if features have to be loaded.
  bool is_late() const {
    return train->is_late() || evaluation->is_late() ||
           (validation && validation->is_late());
  }
};

/// Loads folds and keeps the last one, so that consecutive runs of a fold read
/// it once. Thread-safe.
class FoldMemory {
 public:
  /// Returns the same fold with its features.
  /// @throws DataError  if they are no longer available
  Fold load(const Fold& fold);

 private:
  std::mutex mutex_;
  std::shared_ptr<const Dataset> late_;  ///< training set of last_
  std::optional<Fold> last_;
};

/// A member's own rows.
struct MemberRows {
  std::string name;
  std::shared_ptr<const Dataset> train;
  std::shared_ptr<const Dataset> held_out;  ///< may have no queries
  SearchRecord searches = {};               ///< of real users; else empty
};

struct LoadedData {
  std::vector<Fold> folds;
  std::shared_ptr<FoldMemory> memory = std::make_shared<FoldMemory>();
  std::vector<DataFile> files;
  LetorNotes notes;
  RoundingLoss loss;  ///< data.storage
  bool zero_based = false;
  TableColumns columns;                ///< of tables; others name no features
  std::shared_ptr<const UserLog> log;  ///< data.users; otherwise nullptr
  bool log_names_users = false;        ///< some search of data.log has a user
  std::vector<MemberRows> members;     ///< of a rehearsal, by place
  /// Caches of large LETOR files for the next start.
  std::vector<std::filesystem::path> caches;
  int grades = 0;  ///< maximum label + 1; of synthetic data its grades
};

/// Formats `1,234 values are rounded, by at most 5.9e-08 of what they were`.
std::string rounding_text(const RoundingLoss& loss);

/// Returns data.normalize and data.storage. For a fitted data.normalize, whose
/// constants are known after reading, features stay as they are.
Keeping keeping_of(const Scenario& scenario);

/// Applies a fitted data.normalize, and then data.storage, to a fold read by
/// keeping_of(); leaves the fold as it is for others. Late sets stay late.
/// @param loss  adds what data.storage changes
void fit_fold(const Scenario& scenario, Fold& fold, RoundingLoss& loss);

/// Returns the constants of a fold, or nullptr.
std::shared_ptr<const FeatureScale> scale_of(const LoadedData& data, int fold);

/// Returns all settings that determine the data of a scenario; scenarios with
/// equal keys share it.
std::string data_set_key(const Scenario& scenario);

/// Reads or generates the data of a scenario, each file once.
/// @throws DataError
LoadedData load_data(const Scenario& scenario);

/// Checks that the files exist, without reading them.
/// @throws DataError
void check_data_files(const Scenario& scenario);

/// Files of rows as one set, with notes on reading it.
struct LetorFiles {
  Dataset data;
  LetorNotes notes;
  bool zero_based = false;
  TableColumns columns;
  std::vector<std::filesystem::path> caches;
};
LetorFiles read_letor_files(const std::vector<std::filesystem::path>& files,
                            const LetorOptions& options);

/// Returns the synthetic set of a scenario, all five parts.
Dataset make_synthetic(const Scenario& scenario);

}  // namespace fedltr
