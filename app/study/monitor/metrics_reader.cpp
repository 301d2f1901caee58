#include "app/study/monitor/metrics_reader.hpp"

#include <cmath>
#include <limits>
#include <string_view>

#include <spdlog/fmt/fmt.h>

#include "algorithms/data/letor.hpp"
#include "app/base/files.hpp"
#include "app/base/text.hpp"

namespace fedltr {
namespace {

constexpr std::size_t kMaxBytes = std::size_t{1} << 24;

/// Removes the text up to and including a character and returns it without the
/// character; nullopt if it does not occur.
std::optional<std::string> take_until(std::string_view& text, char end) {
  const std::size_t at = text.find(end);
  if (at == std::string_view::npos) return std::nullopt;
  std::string taken(text.substr(0, at));
  text.remove_prefix(at + 1);
  return taken;
}

/// Removes a label's value up to the closing quote. @param text  after the
/// opening one
std::optional<std::string> take_quoted(std::string_view& text) {
  std::string value;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') {
      text.remove_prefix(i + 1);
      return value;
    }
    const bool is_escaped = text[i] == '\\';
    if (is_escaped && ++i == text.size()) break;
    value += is_escaped && text[i] == 'n' ? '\n' : text[i];
  }
  return std::nullopt;
}

std::optional<double> number_of(std::string_view text) {
  if (text == "NaN") return std::nan("");
  if (text == "+Inf") return std::numeric_limits<double>::infinity();
  if (text == "-Inf") return -std::numeric_limits<double>::infinity();
  return parse_real(text);
}

bool take_labels(std::string_view& line,
                 std::map<std::string, std::string>& labels) {
  while (!line.empty()) {
    const auto key = take_until(line, '=');
    if (!key || !line.starts_with('"')) return false;
    line.remove_prefix(1);
    const auto value = take_quoted(line);
    if (!value || line.empty()) return false;
    labels[*key] = *value;
    const char behind = line.front();
    line.remove_prefix(1);
    if (behind == '}') return true;
    if (behind != ',') return false;
  }
  return false;
}

std::optional<MetricsSample> sample_in(std::string_view line) {
  MetricsSample sample;
  const std::size_t end = line.find_first_of("{ ");
  if (end == std::string_view::npos || end == 0) return std::nullopt;
  sample.name = line.substr(0, end);
  const bool labelled = line[end] == '{';
  line.remove_prefix(end + 1);
  if (labelled) {
    if (!take_labels(line, sample.labels) || !line.starts_with(' '))
      return std::nullopt;
    line.remove_prefix(1);
  }
  const auto value = number_of(line);
  if (!value) return std::nullopt;
  sample.value = *value;
  return sample;
}

}  // namespace

std::string MetricsSample::label(const std::string& key) const {
  const auto found = labels.find(key);
  return found == labels.end() ? "" : found->second;
}

MetricsSamples MetricsSamples::read(const std::filesystem::path& file) {
  const std::string text = file_text(file, kMaxBytes);
  MetricsSamples samples;
  std::string_view rest = text;
  for (std::size_t number = 1; !rest.empty(); ++number) {
    const auto line = take_until(rest, '\n');
    if (line && (line->empty() || line->starts_with('#'))) continue;
    const auto sample = line ? sample_in(*line) : std::nullopt;
    if (!sample)
      throw DataError(
          fmt::format("{}:{}: is no line of a file that run, serve, "
                      "relay or party write with --metrics-file",
                      file.string(), number));
    samples.all_.push_back(*sample);
  }
  if (!samples.value("fedltr_running"))
    throw DataError(file.string() +
                    ": is no --metrics-file of fedltr: it has no "
                    "fedltr_running");
  return samples;
}

std::vector<MetricsSample> MetricsSamples::of(const std::string& name) const {
  std::vector<MetricsSample> found;
  for (const MetricsSample& each : all_)
    if (each.name == name) found.push_back(each);
  return found;
}

std::optional<double> MetricsSamples::value(const std::string& name) const {
  for (const MetricsSample& each : all_)
    if (each.name == name) return each.value;
  return std::nullopt;
}

std::string MetricsSamples::study() const {
  return all_.empty() ? "" : all_.front().label("study");
}

}  // namespace fedltr
