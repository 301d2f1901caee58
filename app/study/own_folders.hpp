#pragma once

#include <filesystem>
#include <span>

#include "app/study/folder_lock.hpp"

namespace fedltr {

/// Refuses run folders that do not belong to the study: behind a link, marked
/// as another study's, or with results that are neither in its list of folders
/// nor accompanied by a manifest, or with a link for its methods, checkpoints
/// or history.
/// @param folders  folders it will write to
/// @throws UsageError  naming the folder
void require_own(std::span<const std::filesystem::path> folders,
                 const FolderLock& held);

/// Removes leftovers of earlier studies below a run folder that this study does
/// not overwrite: results and checkpoints of the folders that its mark lists,
/// and those folders unless they hold other files. Never follows a link, and
/// skips folders with another study's mark, and those of a number of threads
/// with a running study.
/// @param used  run folders of this study
void remove_stale_folders(std::span<const std::filesystem::path> used,
                          FolderLock& held);

}  // namespace fedltr
