#pragma once

#include "app/data/convert/formats.hpp"

namespace fedltr {

/// Destination files.
struct ConvertOutput {
  std::string file;
  std::string feature_names;  ///< for data.feature-names; empty: not written
  std::string users;          ///< for data.users; empty: not written
};

/// Counts of a conversion.
struct Converted {
  RowCounts rows;
  InputNotes notes;
  std::uint64_t searches = 0;  ///< number in a click log
  std::uint64_t clicks = 0;
  ClickNotes click_notes;
  JoinNotes users;  ///< queries of input.wanted, those with rows
};

/// Reads files of one format and writes another, row by row: only names of
/// queries, rows to merge and arrays in Fortran order stay in memory. Click
/// logs beyond kSpillFrom bytes are sorted on disk.
/// @throws UsageError  if the formats are incompatible
/// @throws DataError   with file and line; nothing is written
Converted convert(const InputFormat& from, const ConvertInput& input,
                  const OutputFormat& to, const ConvertOutput& output);

}  // namespace fedltr
