#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fedltr {

/// One line of a file written by MetricsText.
struct MetricsSample {
  std::string name;
  std::map<std::string, std::string> labels;
  double value = 0;

  /// Returns the label's value, or "" if there is none.
  std::string label(const std::string& key) const;
};

/// All samples of a file.
class MetricsSamples {
 public:
  /// @throws DataError  naming file and line, for any other contents
  static MetricsSamples read(const std::filesystem::path& file);

  std::vector<MetricsSample> of(const std::string& name) const;
  /// Returns the first sample of that name; nullopt if there is none.
  std::optional<double> value(const std::string& name) const;
  /// Returns the value of the `study` label.
  std::string study() const;

 private:
  std::vector<MetricsSample> all_;
};

}  // namespace fedltr
