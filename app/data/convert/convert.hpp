#pragma once

#include "app/data/convert/formats.hpp"

namespace fedltr {

/// Where results go.
struct ConvertOutput {
  std::string file;
  std::string feature_names;  ///< for data.feature-names; empty: nowhere
  std::string users;          ///< for data.users; empty: nowhere
};

/// What was converted.
struct Converted {
  RowCounts rows;
  InputNotes notes;
  std::uint64_t searches = 0;  ///< of a click log
  std::uint64_t clicks = 0;
  ClickNotes click_notes;
};

/// Reads files of one format and writes one of another, row by row: only names
/// of queries stay in memory, and click logs.
/// @throws UsageError  where one can't become the other
/// @throws DataError   with file and line; then nothing is written
Converted convert(const InputFormat& from, const ConvertInput& input,
                  const OutputFormat& to, const ConvertOutput& output);

}  // namespace fedltr
