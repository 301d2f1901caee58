#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "app/base/csv_rows.hpp"
#include "app/base/json.hpp"
#include "app/results/compare/run_folder.hpp"

namespace fedltr {

/// The JSON files that every run folder holds.
struct FolderJson {  // NOLINT(bugprone-exception-escape): Json's own move
  Json summary;
  Json manifest;
};

/// @throws DataError  unless both exist and are valid JSON
FolderJson read_run_documents(const std::filesystem::path& folder);

/// Returns the run that its documents describe, without by_query.
/// @throws DataError  with file and member, if one is missing or of another
///                    type
RunFolder described_run(const std::filesystem::path& folder,
                        const FolderJson& documents);

/// Returns the run's per_query.tsv.
std::filesystem::path queries_file(const std::filesystem::path& folder);

/// A value of per_query.tsv.
struct PerQueryValue {
  std::string query;  ///< key of RunFolder::by_query
  std::string metric;
  double value = 0;
  RunFolder::Run run;
};

/// Reads the per_query.tsv of a run, row by row, and checks its means at the
/// end, as a file cut off at the end of a line looks complete. If the means of
/// all runs differ from summary.json's, accepts the file: its queries are
/// judged separately for each intent.
class PerQueryReader {
 public:
  /// @param run     must outlive this; without by_query
  /// @throws DataError  as CsvRows, also for other columns, rows that are not
  ///                    numbers, and wrong means
  explicit PerQueryReader(const RunFolder& run);

  /// Reads the next row. @return false at the end
  bool next();

  const PerQueryValue& value() const { return value_; }
  const std::vector<std::string>& names() const { return rows_.names(); }
  /// Returns the cells of the row.
  const std::vector<std::string>& row() const { return rows_.row(); }

 private:
  /// Mean of a metric in a run, over its queries.
  struct Mean {
    double sum = 0;
    int n = 0;

    bool is(double wanted) const;
  };

  void require_means();

  const RunFolder& run_;
  std::filesystem::path file_;
  CsvRows rows_;
  bool on_training_;
  PerQueryValue value_;
  std::map<std::string, std::map<RunFolder::Run, Mean>> means_;
};

/// Reads by_query.
/// @throws DataError  as PerQueryReader
void read_queries(RunFolder& run);

/// Reads all parts of a run.
/// @throws DataError  unless it is the folder of a run, and complete
RunFolder read_run_folder(const std::filesystem::path& folder);

/// True for the folder of a grid, whose points are the runs.
bool is_grid_folder(const std::filesystem::path& folder);

/// Returns the names of the folders of a grid's points, in the order of
/// grid.csv, which has a row for each method of a silo.
/// @throws DataError  as CsvRows
std::vector<std::string> points_of_grid(const std::filesystem::path& folder);

/// A run folder as the user names it.
struct NamedFolder {
  std::filesystem::path folder;
  std::string label;  ///< of LABEL=RUN; empty: none
};

/// Finds the run folders: a grid's folder stands for its points, in the order
/// of grid.csv. Files, and beside others folders without results, which a
/// shell's * also matches, are left out.
/// @param given   a folder each, or LABEL=FOLDER, unless a folder of this name
///                exists, or none does and it is a path
/// @throws DataError   if a grid.csv can't be read; runs are not looked at
/// @throws UsageError  for a label of a grid, and for a run that is named twice
std::vector<NamedFolder> find_run_folders(
    const std::vector<std::string>& given);

}  // namespace fedltr
