#pragma once

#include <filesystem>
#include <span>

#include "app/study/folder_lock.hpp"

namespace fedltr {

/// Refuses run folders of a study that are not its own: behind a link, marked
/// as another study's, or with results that no list of its folders has and no
/// manifest goes with.
/// @param folders  in which it is to write
/// @throws UsageError  naming the folder
void require_own(std::span<const std::filesystem::path> folders,
                 const FolderLock& held);

/// Removes what earlier studies left below a run folder and this one does not
/// overwrite: results and checkpoints of the folders that its mark lists, and
/// those folders unless they hold something else. Neither goes through a link,
/// nor where another study has its mark; of a number of threads, nor where one
/// is at work.
/// @param used  run folders of this study
void remove_stale_folders(std::span<const std::filesystem::path> used,
                          FolderLock& held);

}  // namespace fedltr
