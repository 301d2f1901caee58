#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "algorithms/data/letor_stream.hpp"

namespace fedltr {

/// What stands for standard input where a file is expected.
inline constexpr const char* kStandardInput = "-";

/// Where a file that a user names is opened: `-` is standard input.
std::filesystem::path opened_path(const std::string& name);
/// A file as messages name it.
std::string shown_path(const std::string& name);

/// LETOR files as a user names them: a folder stands for the files in it, by
/// name, but for hidden ones and folders.
/// @throws DataError  for a folder without files, or what is not there
std::vector<std::string> letor_inputs(const std::vector<std::string>& given);

/// Reads LETOR files, also .gz, that may be larger than memory: calls visit
/// with some whole queries at a time, in their order.
/// @param first_id, features, others  of LetorStream
/// @return                    what reading changed
/// @throws DataError          with file and line
LetorNotes stream_letor(const std::vector<std::string>& files,
                        std::uint32_t first_id, Index features,
                        const std::function<void(Dataset)>& visit,
                        OtherFeatures others = OtherFeatures::kRefuse);

/// The text of a file as a user names it, also of a pipe; ends of lines as
/// LineEnds makes them.
/// @throws DataError  likewise; for one of more than so many bytes, too
std::string input_text(const std::string& name, std::size_t most);

}  // namespace fedltr
