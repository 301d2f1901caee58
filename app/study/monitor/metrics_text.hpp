#pragma once

#include <string>
#include <utility>
#include <vector>

namespace fedltr {

/// Metrics in the text format of Prometheus, version 0.0.4.
class MetricsText {
 public:
  using Labels = std::vector<std::pair<std::string, std::string>>;

  /// @param common  labels that precede those of each sample
  explicit MetricsText(Labels common = {}) : common_(std::move(common)) {}

  /// Begins a metric, whose samples follow; omits one without samples.
  /// @param type  gauge or counter
  void begin(const std::string& name, const std::string& type,
             const std::string& help);
  void add(const Labels& labels, double value);

  const std::string& text() const { return text_; }

 private:
  Labels common_;
  std::string name_;
  std::string head_;  ///< start of the metric until it has a sample
  std::string text_;
};

}  // namespace fedltr
