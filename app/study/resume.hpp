#pragma once

#include <filesystem>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>

#include "app/base/errors.hpp"
#include "app/study/checkpoint.hpp"

namespace fedltr {

/// Refuses to overwrite a study with results or checkpoints.
/// @param folders  folders of its points
/// @param folder   folder of the study
/// @throws UsageError
void refuse_to_overwrite(std::span<const std::filesystem::path> folders,
                         const std::filesystem::path& folder);

/// Checks that a study can continue from everything in its folder.
/// @param folder  folder of the study
/// @return        the exit code if nothing is left to do
/// @throws CheckpointError  if anything belongs to another study
std::optional<ExitCode> prepare_resume(Checkpoints checkpoints,
                                       const std::filesystem::path& folder,
                                       std::ostream& out);

/// True if any run left a checkpoint.
bool any_checkpoint(Checkpoints checkpoints);

/// Logs how to continue after an interruption.
/// @param failure  why the last checkpoint could not be written, or empty
/// @return         the exit code
int report_interrupted(Checkpoints checkpoints, bool any_results,
                       const std::string& failure,
                       const std::filesystem::path& folder);

}  // namespace fedltr
