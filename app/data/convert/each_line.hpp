#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace fedltr {

/// Maximum bytes of a line.
inline constexpr std::size_t kMaxLine = std::size_t{1} << 26;

/// Calls visit(line, number from 1) for each line of a file that a user names,
/// also of a .gz or standard input, without its end and a byte-order mark.
/// @throws DataError  with the file; also for a line above kMaxLine bytes, and
///                    for JSON (json_for_rows())
void each_line(const std::string& file,
               const std::function<void(std::string_view, std::size_t)>& visit);

/// Passes on the text of a file that a user names in pieces.
void each_piece(const std::string& file,
                const std::function<void(std::string_view)>& visit);

}  // namespace fedltr
