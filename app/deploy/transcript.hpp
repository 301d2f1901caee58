#pragma once

#include <filesystem>
#include <fstream>
#include <string_view>

namespace fedltr {

/// File with all messages that a process receives and sends, for inspection.
/// Only its owner can read it; it replaces no file.
class Transcript {
 public:
  enum class Old : bool { kRefused, kContinued };

  /// @param old  treatment of an older file of that name
  /// @throws UsageError  also if others can read the file
  explicit Transcript(const std::filesystem::path& file,
                      Old old = Old::kRefused);

  /// @throws std::runtime_error  if the disk is full
  void add(std::string_view bytes);

 private:
  std::filesystem::path file_;
  std::ofstream stream_;
};

}  // namespace fedltr
