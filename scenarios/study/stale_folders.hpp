#pragma once

#include <filesystem>
#include <span>

namespace fedltr {

/// Removes what earlier studies left below a run folder and this one does not
/// overwrite: results and checkpoints of other points and baselines, and their
/// folders unless they hold something else. Looks at folders only that have the
/// name of one (docs/output.md).
/// @param used  run folders of this study
void remove_stale_folders(std::span<const std::filesystem::path> used,
                          const std::filesystem::path& folder);

}  // namespace fedltr
