#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace fedltr {

/// Gives the passphrase of a key that turns out to be enciphered. Without one,
/// such a key is refused.
using Passphrase = std::function<std::string()>;

/// Bytes of a passphrase; the least when it is chosen.
inline constexpr std::size_t kShortestPassphrase = 8;
inline constexpr std::size_t kLongestPassphrase = 1000;

/// The first line of a file that nobody else may read.
/// @throws NetworkError  naming the file and what is wrong with it
std::string read_passphrase(const std::filesystem::path& file);

/// From the file, or asked for on the terminal, without echo.
/// @throws NetworkError  likewise; if there is no terminal
Passphrase known_passphrase(const std::optional<std::string>& file);

/// For a new key: from the file, or asked for twice.
/// @throws NetworkError  also for one that is too short
std::string new_passphrase(const std::optional<std::string>& file);

}  // namespace fedltr
