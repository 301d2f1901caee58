#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/base/local_server.hpp"

namespace fedltr {

/// Parses the address of a local server.
/// @param flag  option that it is of
/// @throws UsageError  for an address that other machines can reach
Address parse_local_address(const std::string& flag, const std::string& text);

/// Returns {"error": WHY}.
HttpAnswer json_problem(int status, const std::string& why);

/// A secret by which programs of the same account identify themselves to a
/// local server, since other accounts of the machine reach it too.
class LocalToken {
 public:
  /// Reads the file, or makes it with a token of 256 bits.
  /// @param owner  of the file's folder, for messages: "party"
  /// @throws NetworkError  for a token that others can read, or a short one
  LocalToken(std::filesystem::path file, std::string owner);

  const std::filesystem::path& file() const { return file_; }
  /// Returns the answer to a request without the token.
  std::optional<HttpAnswer> refusal(const HttpRequest& request) const;

 private:
  std::filesystem::path file_;
  std::string owner_;
  std::string token_;
};

}  // namespace fedltr
