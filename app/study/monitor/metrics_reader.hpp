#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fedltr {

/// One line of a file that MetricsText wrote.
struct MetricsSample {
  std::string name;
  std::map<std::string, std::string> labels;
  double value = 0;

  /// Empty: it has no such label.
  std::string label(const std::string& key) const;
};

/// All that a file says.
class MetricsSamples {
 public:
  /// @throws DataError  naming file and line, for what is no such file
  static MetricsSamples read(const std::filesystem::path& file);

  std::vector<MetricsSample> of(const std::string& name) const;
  /// Of the first sample of that name; none: there is none.
  std::optional<double> value(const std::string& name) const;
  /// Value of the `study` label.
  std::string study() const;

 private:
  std::vector<MetricsSample> all_;
};

}  // namespace fedltr
