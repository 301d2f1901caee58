#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/held_folder.hpp"
#include "app/results/output_file.hpp"

namespace fedltr {

/// The files of one kind of run folder, as in docs/output.md.
struct OutputChapter {
  std::string title;
  std::string about;
  std::vector<FileDescription> files;
};

/// All files that a run folder of any kind may hold: those in the lists of
/// files (federation_files.hpp, silo_files.hpp, study_files.hpp), and the
/// folders that other parts of a study keep there.
const std::vector<OutputChapter>& output_chapters();

/// True if a file below a run folder is one of those, by its relative path,
/// e.g. `model-f1-r2.json`, `methods/local/summary.json`.
bool is_result(std::string_view path);

/// True for a column of names, even if names look like numbers. `ndcg@10` and
/// other names for METRIC or KEY hold numbers, or may.
/// @param table  a CSV or TSV file of the list, e.g. `per_query.tsv`
bool is_text_column(std::string_view table, std::string_view column);

/// True if the folder holds any of those files.
bool has_results(const std::filesystem::path& folder);

/// Lists those files, by their relative paths; sorted. Does not follow links to
/// folders.
std::vector<std::string> results_in(const HeldFolder& folder);

/// Removes those files of one run folder, and nothing else: neither foreign
/// files nor the run folders of its points and baselines, nor the targets of
/// links.
void remove_results(const std::filesystem::path& folder);
void remove_results(const HeldFolder& folder);

/// docs/output.md: all files with their columns or members.
std::string output_markdown();

}  // namespace fedltr
