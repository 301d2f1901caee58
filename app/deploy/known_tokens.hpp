#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace fedltr {

/// Compares peers' tokens with the authority's each second, for thousands of
/// connections: does not read a file again that has not changed since its token
/// matched. May be called by several threads.
class KnownTokens {
 public:
  /// @param folder  the authority's
  explicit KnownTokens(std::filesystem::path folder);

  /// As token_matches().
  std::optional<bool> matches(const std::string& name,
                              const std::string& token);

 private:
  /// Differs after any change of a file, its rights or its owner; all 0 without
  /// a file, or if it changed so recently that the next change may look alike.
  using Stamp = std::array<std::int64_t, 6>;
  struct Matched {
    Stamp stamp{};
    std::string token;
  };

  static Stamp stamp_of(const std::filesystem::path& file);

  std::filesystem::path folder_;
  std::mutex mutex_;
  std::map<std::string, Matched> matched_;  ///< by name
};

}  // namespace fedltr
