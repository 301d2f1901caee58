#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "app/base/held_folder.hpp"
#include "app/results/output_file.hpp"

namespace fedltr {

/// Files that replace a folder's results all together. They are written to a
/// folder in it, `.fedltr-new`, until commit() renames that: from then on they
/// are the results; older ones are removed and the new ones take their place.
/// Without a commit() the old results stay.
///
/// Only one at a time may use a folder, which its study's lock ensures.
class StagedResults {
 public:
  /// Completes what a killed process began, see recover_results().
  explicit StagedResults(std::filesystem::path folder);
  ~StagedResults();
  StagedResults(const StagedResults&) = delete;
  StagedResults& operator=(const StagedResults&) = delete;

  /// @param name  may include folders, which are made
  void add(const std::string& name, std::string_view text);
  /// Calls add().
  AddFile adder();
  /// Replaces the older results by the new ones; places the last added file
  /// last.
  /// @throws std::runtime_error  if a folder or a link is in the way, or a disk
  ///                             fails: before replacing anything, or
  ///                             recover_results() can still complete it
  void commit();

 private:
  std::filesystem::path folder_;
  std::string last_;  ///< last file added; empty if there is none
};

/// Replaces a folder's older results by the wanted files of a list.
template <class Results>
void replace_results(const std::filesystem::path& folder,
                     const std::vector<OutputFile<Results>>& files,
                     const std::type_identity_t<Results>& results) {
  StagedResults staged(folder);
  write_files(files, results, staged.adder());
  staged.commit();
}

/// Completes what a killed process began: places results that commit() had
/// accepted, removes others. The caller must hold the folder's lock.
void recover_results(const std::filesystem::path& folder);

/// Removes results that were staged in a run folder, in any state.
void discard_staged(const HeldFolder& folder);

}  // namespace fedltr
