#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "algorithms/data/letor_stream.hpp"
#include "app/data/convert/row_text.hpp"

namespace fedltr {

/// File name that means standard input.
inline constexpr const char* kStandardInput = "-";

/// Returns the path to open for a file that a user names: `-` is standard
/// input.
std::filesystem::path opened_path(const std::string& name);
/// Returns a file's name for messages.
std::string shown_path(const std::string& name);

/// Returns the first option that a message about a file names, without its --;
/// empty if none.
std::string option_in(const std::string& message, const std::string& file);

/// Expands LETOR files that a user names: a folder means the files in it, by
/// name, without hidden ones and folders.
/// @throws DataError  for a folder without files, or a missing file
std::vector<std::string> letor_inputs(const std::vector<std::string>& given);

/// Reads files of rows, also .gz, that may be larger than memory: calls visit
/// with some complete queries at a time, in their order. Rows are LETOR's, or
/// as each_row_text() converts them.
/// @param first_id, features, others, labels, missing  of LetorStream
/// @param columns             names that tables have to share
/// @return                    values that reading changed
/// @throws DataError          with file and line
LetorNotes stream_letor(const std::vector<std::string>& files,
                        std::uint32_t first_id, Index features,
                        const std::function<void(Dataset)>& visit,
                        OtherFeatures others = OtherFeatures::kRefuse,
                        MissingLabels labels = MissingLabels::kRefuse,
                        const MissingValues& missing = {},
                        TableColumns columns = {});

/// Returns the text of a file that a user names, also of a pipe; LineEnds
/// normalises ends of lines.
/// @throws DataError  with the file; also if it exceeds `most` bytes
std::string input_text(const std::string& name, std::size_t most);

}  // namespace fedltr
