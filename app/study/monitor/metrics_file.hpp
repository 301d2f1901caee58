#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

namespace fedltr {

/// A file that Prometheus' node_exporter reads: replaced whole, and not more
/// often than it can matter.
class MetricsFile {
 public:
  /// @param pause  between two writings
  /// @throws UsageError  if a file is there that holds something else
  explicit MetricsFile(
      std::filesystem::path file,
      std::chrono::nanoseconds pause = std::chrono::seconds(1));

  /// Returns whether it was not yet written, or the pause since is over.
  bool is_due() const;
  /// @throws std::runtime_error  naming the file
  void write(const std::string& text);
  /// The same, but a failure is a warning, once: a run goes on without.
  void try_to_write(const std::string& text);

 private:
  using Clock = std::chrono::steady_clock;

  std::filesystem::path file_;
  std::chrono::nanoseconds pause_;
  std::optional<Clock::time_point> written_;
  bool warned_ = false;
};

}  // namespace fedltr
