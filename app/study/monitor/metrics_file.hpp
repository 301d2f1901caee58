#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

namespace fedltr {

/// A file for Prometheus' node_exporter: replaced atomically, and not more
/// often than useful.
class MetricsFile {
 public:
  /// @param pause  minimum time between two writes
  /// @throws UsageError  if the file exists and holds something else
  explicit MetricsFile(
      std::filesystem::path file,
      std::chrono::nanoseconds pause = std::chrono::seconds(1));

  /// True if it was not yet written, or the pause has passed since.
  bool is_due() const;
  /// @throws std::runtime_error  naming the file
  void write(const std::string& text);
  /// Writes the text; logs the first failure as a warning, and the run
  /// continues.
  void try_to_write(const std::string& text);

 private:
  using Clock = std::chrono::steady_clock;

  std::filesystem::path file_;
  std::chrono::nanoseconds pause_;
  std::optional<Clock::time_point> written_;
  bool warned_ = false;
};

}  // namespace fedltr
