#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "app/base/held_folder.hpp"
#include "app/results/output_file.hpp"

namespace fedltr {

/// Files that replace a folder's results all together. They are written to a
/// folder in it, `.fedltr-new`, until commit() renames that: from then on they
/// are the results, older ones go and these come in their place. Without a
/// commit() what was there stays.
///
/// One at a time has a folder, which its study's lock sees to.
class StagedResults {
 public:
  /// Ends what a killed one has begun, see recover_results().
  explicit StagedResults(std::filesystem::path folder);
  ~StagedResults();
  StagedResults(const StagedResults&) = delete;
  StagedResults& operator=(const StagedResults&) = delete;

  /// @param name  may have folders in it, which are made
  void add(const std::string& name, std::string_view text);
  /// Calls add().
  AddFile adder();
  /// Puts the new results in place of the older ones; the last added file comes
  /// last.
  /// @throws std::runtime_error  where a folder or a link is in the way, or a
  ///                             disk fails; before anything was replaced, or
  ///                             recover_results() can still end it
  void commit();

 private:
  std::filesystem::path folder_;
  std::string last_;  ///< added; empty: none
};

/// Ends what a process began that was killed: results that commit() had
/// accepted are put in place, others are removed. To be called by who holds the
/// folder's lock.
void recover_results(const std::filesystem::path& folder);

/// Removes results that were staged in a run folder, whatever their state.
void discard_staged(const HeldFolder& folder);

}  // namespace fedltr
