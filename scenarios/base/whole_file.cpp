#include "scenarios/base/whole_file.hpp"

#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "scenarios/base/files.hpp"

namespace fedltr {

WholeFile::WholeFile(std::filesystem::path file)
    : file_(std::move(file)),
      beside_(file_.string() + ".tmp"),
      stream_(beside_, std::ios::binary | std::ios::trunc) {
  if (!stream_) fail("created");
}

WholeFile::~WholeFile() {
  if (!stream_.is_open()) return;
  stream_.close();
  std::error_code ignored;
  std::filesystem::remove(beside_, ignored);
}

void WholeFile::fail(const char* step) const {
  throw std::runtime_error(file_.string() + ": can't be " + step + ": " +
                           std::strerror(errno));
}

void WholeFile::write(std::string_view text) {
  if (!stream_.write(text.data(), static_cast<std::streamsize>(text.size())))
    fail("written");
}

void WholeFile::commit() {
  if (!stream_.flush()) fail("written");
  std::filesystem::rename(beside_, file_);
  stream_.close();
  sync_folder(file_.has_parent_path() ? file_.parent_path() : ".");
}

}  // namespace fedltr
