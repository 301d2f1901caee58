#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/held_folder.hpp"
#include "app/results/output_file.hpp"

namespace fedltr {

/// The files of one kind of run folder, as docs/output.md has them.
struct OutputChapter {
  std::string title;
  std::string about;
  std::vector<FileDescription> files;
};

/// Everything a run folder of any kind may hold: from the lists of files that
/// are written (federation_files.hpp, silo_files.hpp, study_files.hpp), and
/// the folders that other parts of a study keep there.
const std::vector<OutputChapter>& output_chapters();

/// Whether a file below a run folder is one of those, by its path from there,
/// e.g. `model-f1-r2.json`, `methods/local/summary.json`.
bool is_result(std::string_view path);

/// True for a column of names, whatever these look like. `ndcg@10` and other
/// names that stand for METRIC or KEY are of numbers, or may be.
/// @param table  a CSV or TSV file of the list, e.g. `per_query.tsv`
bool is_text_column(std::string_view table, std::string_view column);

/// Whether the folder holds any of those files.
bool has_results(const std::filesystem::path& folder);

/// Lists those files, by their paths from there; sorted. What a link of a
/// folder leads to is not looked at.
std::vector<std::string> results_in(const HeldFolder& folder);

/// Removes those files of one run folder, and nothing else: neither foreign
/// files nor the run folders of its points and baselines, nor what a link leads
/// to.
void remove_results(const std::filesystem::path& folder);
void remove_results(const HeldFolder& folder);

/// docs/output.md: every file with its columns or members.
std::string output_markdown();

}  // namespace fedltr
