#pragma once

#include <string>
#include <string_view>

namespace fedltr {

/// Returns the bytes of a file of a run's state: a heading, the SHA-256 of the
/// rest, a digest of the origin (so that no file is mistaken for another), and
/// the state.
/// @param origin  of digest_of()
std::string seal(std::string_view heading, std::string_view origin,
                 std::string_view state);

/// Returns the state in such a file. @param bytes  have to outlive it
/// @throws ArchiveError  unless it is intact and of this heading and origin
std::string_view unseal(std::string_view heading, std::string_view origin,
                        std::string_view bytes);

}  // namespace fedltr
