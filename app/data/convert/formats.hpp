#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/data/convert/click_log.hpp"
#include "app/data/convert/convert_input.hpp"
#include "app/data/convert/row_writers.hpp"

namespace fedltr {

/// A format that `fedltr data convert` reads: judged rows or a click log.
struct InputFormat {
  std::string name;
  std::string summary;
  std::string source;
  std::vector<std::string> options;  ///< accepted options of the command
  void (*rows)(const ConvertInput&, const VisitRow&, InputNotes&) = nullptr;
  ClickLog (*clicks)(const ConvertInput&, ClickNotes&) = nullptr;
  bool labels_file = false;  ///< --labels may also name a file
  char separator = '\0';     ///< between a table's values; 0: detect
};

/// A format that `fedltr data convert` writes.
struct OutputFormat {
  std::string name;
  std::string summary;
  std::string source;
  bool counts_first = false;  ///< reads all rows once before writing
  bool unlabelled = false;    ///< its rows may lack labels
  std::unique_ptr<RowWriter> (*rows)(const std::string& file,
                                     const RowShape&) = nullptr;
  void (*clicks)(const std::string& file, const ClickLog&) = nullptr;
  /// Names of additional files that it writes, or nullptr.
  std::vector<std::string> (*beside)(const std::string& file) = nullptr;
};

/// True if the format's files are tables, with columns.
bool is_table(const InputFormat& format);

const std::vector<InputFormat>& input_formats();
const std::vector<OutputFormat>& output_formats();

/// @throws UsageError  with the known names
const InputFormat& find_input_format(const std::string& name);
const OutputFormat& find_output_format(const std::string& name);

/// Returns the format of a file, by its name and first line.
/// @throws UsageError  if they are ambiguous, with the reason and the list
/// @throws DataError   for a file that can't be read
///
/// @param options  kOfTables: a .csv or .tsv file holds no LETOR rows
enum class GivenOptions : bool { kAny, kOfTables };
const InputFormat& guess_input_format(
    const std::string& file, GivenOptions options = GivenOptions::kAny);
/// The same where a click log is expected: a table is one, so that its reader
/// names the columns it lacks.
const InputFormat& guess_log_format(const std::string& file,
                                    GivenOptions options);

/// Returns the format of a click log, by its name and first line; nullptr for
/// all other files, pipes and standard input.
/// @throws DataError  for a file that can't be read
const InputFormat* log_format(const std::string& file);

/// Returns the format of a table of rows, csv or tsv, by its name; nullptr for
/// all other files, pipes and standard input, for LETOR's rows in a file of
/// such a name, and for a log without labels.
/// @throws DataError  for a file that can't be read
const InputFormat* table_format(const std::string& file);

}  // namespace fedltr
