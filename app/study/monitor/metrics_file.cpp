#include "app/study/monitor/metrics_file.hpp"

#include <fstream>

#include <spdlog/spdlog.h>

#include "app/base/errors.hpp"
#include "app/base/files.hpp"

namespace fedltr {
namespace {

/// Start of each of these files.
constexpr std::string_view kBeginning = "# HELP fedltr_";

bool holds_metrics(const std::filesystem::path& file) {
  std::string beginning(kBeginning.size(), '\0');
  std::ifstream stream(file, std::ios::binary);
  stream.read(beginning.data(), std::ssize(beginning));
  return stream && beginning == kBeginning;
}

void require_replaceable(const std::filesystem::path& file) {
  const auto status = std::filesystem::symlink_status(file);
  if (!std::filesystem::exists(status)) return;
  if (!std::filesystem::is_regular_file(status) || !holds_metrics(file))
    throw UsageError("--metrics-file " + file.string() +
                     ": exists and holds no metrics of fedltr: not "
                     "overwritten");
}

}  // namespace

MetricsFile::MetricsFile(std::filesystem::path file,
                         std::chrono::nanoseconds pause)
    : file_(std::move(file)), pause_(pause) {
  require_replaceable(file_);
}

bool MetricsFile::is_due() const {
  return !written_ || Clock::now() - *written_ >= pause_;
}

void MetricsFile::write(const std::string& text) {
  written_ = Clock::now();
  require_replaceable(file_);  // the run may have written a result there
  write_whole(file_, text);
}

void MetricsFile::try_to_write(const std::string& text) {
  try {
    write(text);
    warned_ = false;
  } catch (const std::exception& error) {
    if (!std::exchange(warned_, true))
      spdlog::warn("metrics are not written: {}", error.what());
  }
}

}  // namespace fedltr
