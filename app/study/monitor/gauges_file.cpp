#include "app/study/monitor/gauges_file.hpp"

namespace fedltr {

GaugesFile::GaugesFile(const std::filesystem::path& file, std::string study,
                       Add first)
    : file_(file), process_(std::move(study)), status_(std::move(first)) {
  file_.write(text());
}

GaugesFile::~GaugesFile() {
  process_.running = false;
  file_.try_to_write(text());
}

void GaugesFile::update(Add status) {
  status_ = std::move(status);
  if (file_.is_due()) file_.try_to_write(text());
}

std::string GaugesFile::text() const {
  MetricsText text = process_.text();
  status_(text);
  return text.text();
}

}  // namespace fedltr
