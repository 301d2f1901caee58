#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "app/base/held_folder.hpp"

namespace fedltr {

/// Marks a run folder of an independent study.
inline constexpr const char* kMark = ".fedltr";

/// Run folders that a study has made below its own, of points, baselines and
/// numbers of threads, as relative paths, e.g. `honest/run.seed=1`. Sorted, so
/// that a folder like `honest` precedes the folders in it.
using MadeFolders = std::set<std::string>;

/// Returns the text of a mark that lists these folders.
std::string mark_text(const MadeFolders& made);
/// Parses a mark; ignores a line that a kill has truncated.
/// @return  nullopt for a mark of fedltr 0.1, which has no list
std::optional<MadeFolders> made_by_mark(std::string_view text);

/// Finds the folders that a study of fedltr 0.1 has made: those listed in its
/// grid.csv or speedup.csv, and the baselines beside its results. A folder
/// counts only with our manifest and without another study's mark; only folders
/// of numbers of threads have marks.
MadeFolders made_without_list(const HeldFolder& folder);

/// True for `threads=N`, the run folder of a study with N threads.
bool is_threads_folder(const std::string& name);

/// True for a folder of results or checkpoints with our manifest.json; false
/// for manifests of web pages or packages.
bool holds_manifest(const std::filesystem::path& folder);

/// Returns paths of run folders relative to their study's folder, without the
/// latter.
MadeFolders paths_below(std::span<const std::filesystem::path> folders,
                        const std::filesystem::path& study);

}  // namespace fedltr
