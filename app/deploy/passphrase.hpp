#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace fedltr {

/// Returns the passphrase of an encrypted key. Without this function, such a
/// key is refused.
using Passphrase = std::function<std::string()>;

/// Bytes of a passphrase; the minimum holds for new ones.
inline constexpr std::size_t kShortestPassphrase = 8;
inline constexpr std::size_t kLongestPassphrase = 1000;

/// Reads the first line of a file that only its owner may read.
/// @throws NetworkError  naming the file and what is wrong with it
std::string read_passphrase(const std::filesystem::path& file);

/// Reads it from the file, or asks on the terminal, without echo.
/// @throws NetworkError  for a bad file, or if there is no terminal
Passphrase known_passphrase(const std::optional<std::string>& file);

/// Reads a new key's passphrase from the file, or asks twice.
/// @throws NetworkError  also for a passphrase that is too short
std::string new_passphrase(const std::optional<std::string>& file);

}  // namespace fedltr
