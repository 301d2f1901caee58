#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "app/base/csv_rows.hpp"
#include "app/base/json_fwd.hpp"

// The reader of run folders, which may come from strangers. Each function opens
// the file once and refuses anything that is no file on disk, or larger than
// max_result_bytes(), before it reads. Files may be packed, also without .gz.
namespace fedltr {

/// Returns the maximum size of a file of a run folder in bytes, unpacked:
/// 512 KiB for a picture, 64 MiB for JSON, 1 GiB for the table of a grid, 4 GiB
/// for per_query.tsv (some 10^8 values) and 64 GiB for tables of which memory
/// holds one row and sums.
std::size_t max_result_bytes(const std::filesystem::path& file);

/// @throws DataError  with the file, as read_json()
Json result_json(const std::filesystem::path& file);

/// Opens a table: TSV if its name ends in .tsv or .tsv.gz, else CSV.
/// @throws DataError  with file and line, as CsvRows
CsvRows result_rows(const std::filesystem::path& file);

/// @throws DataError  with the file
std::string result_text(const std::filesystem::path& file);

/// Returns the name without .gz.
std::filesystem::path unpacked_name(const std::filesystem::path& file);

}  // namespace fedltr
