#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "app/base/held_folder.hpp"

namespace fedltr {

/// The file that marks a run folder of a study of its own.
inline constexpr const char* kMark = ".fedltr";

/// Run folders below a study's that it has made, of points, baselines and
/// numbers of threads: their paths from there, e.g. `honest/run.seed=1`. What
/// stands before the folders in it, as `honest` does, comes before them.
using MadeFolders = std::set<std::string>;

/// Text of a mark, which lists them.
std::string mark_text(const MadeFolders& made);
/// Reads it; a line that a kill has cut off says nothing.
/// @return  none: it is of fedltr 0.1, which listed none
std::optional<MadeFolders> made_by_mark(std::string_view text);

/// Finds what a study of fedltr 0.1 has made: what its grid.csv or speedup.csv
/// lists, and beside its results baselines. Only what holds a manifest of
/// ours, and no mark that says it is another study's; only a number of threads
/// has one.
MadeFolders made_without_list(const HeldFolder& folder);

/// True for `threads=N`, the run folder of a study on N threads.
bool is_threads_folder(const std::string& name);

/// True for a folder with a manifest.json of ours, of results or checkpoints:
/// not of a web page or a package.
bool holds_manifest(const std::filesystem::path& folder);

/// Paths of run folders from their study's, which is not among them.
MadeFolders paths_below(std::span<const std::filesystem::path> folders,
                        const std::filesystem::path& study);

}  // namespace fedltr
