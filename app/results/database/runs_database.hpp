#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include "app/results/database/sqlite_file.hpp"

namespace fedltr {

/// Contents of a database.
struct DatabaseContents {
  std::size_t runs = 0;
  std::size_t rows = 0;  ///< of all tables
  std::vector<std::string> tables;
};

/// Writes run folders as one SQLite database, for queries over many runs:
///
///   runs(run, folder, name, complete, signature, summary)  summary: its JSON
///   settings(run, key, value)          every key as it was used
///   rounds, clients, per_query, ...    a table for each CSV or TSV file of a
///                                      run folder (docs/output.md), with
///                                      its columns after `run`
///   grid                               grid.csv of grids, with their folder
///
/// Columns of names are text, even if names look like numbers; in other columns
/// numbers are numbers, and nan is NULL.
///
/// @param folders  of runs, or of grids for all of their points
/// @throws UsageError  if the file exists and is not replaced
/// @throws DataError   for a folder that is no run folder, or a damaged table
DatabaseContents write_runs_database(
    const std::vector<std::filesystem::path>& folders,
    const std::filesystem::path& file, OldDatabase old = OldDatabase::kRefused);

}  // namespace fedltr
