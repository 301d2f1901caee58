#include "app/base/spilled_bytes.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace fedltr {
namespace {

/// Opens a file without a name. Some file systems only have named ones.
int open_unnamed(const std::string& folder) {
  const int file =
      open(folder.c_str(), O_RDWR | O_TMPFILE | O_CLOEXEC | O_EXCL, 0600);
  if (file >= 0) return file;
  std::string name = folder + "/fedltr-XXXXXX";
  const int named = mkostemp(name.data(), O_CLOEXEC);
  if (named >= 0) unlink(name.c_str());
  return named;
}

[[noreturn]] void fail_to(const char* what) {
  throw std::runtime_error(std::filesystem::temp_directory_path().string() +
                           ": temporary data can't be " + what + ": " +
                           std::strerror(errno) +
                           "; TMPDIR=FOLDER uses another folder");
}

}  // namespace

SpilledBytes::~SpilledBytes() {
  if (file_ >= 0) close(file_);
}

SpilledBytes::SpilledBytes(SpilledBytes&& other) noexcept
    : memory_(other.memory_),
      file_(std::exchange(other.file_, -1)),
      written_(std::exchange(other.written_, 0)),
      last_(std::exchange(other.last_, {})) {}

SpilledBytes& SpilledBytes::operator=(SpilledBytes&& other) noexcept {
  std::swap(memory_, other.memory_);
  std::swap(file_, other.file_);
  std::swap(written_, other.written_);
  std::swap(last_, other.last_);
  return *this;
}

void SpilledBytes::append(std::string_view bytes) {
  last_ += bytes;
  if (last_.size() > memory_) spill();
}

void SpilledBytes::spill() {
  if (file_ < 0)
    file_ = open_unnamed(std::filesystem::temp_directory_path().string());
  if (file_ < 0) fail_to("created");
  std::string_view rest = last_;
  while (!rest.empty()) {
    const ssize_t count = write(file_, rest.data(), rest.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail_to("written");
    rest.remove_prefix(static_cast<std::size_t>(count));
  }
  written_ += last_.size();
  last_.clear();
}

void SpilledBytes::read(std::uint64_t at, std::size_t count, char* into) const {
  while (count > 0 && at < written_) {
    const std::size_t most = std::min<std::uint64_t>(count, written_ - at);
    const ssize_t got = pread(file_, into, most, static_cast<off_t>(at));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail_to("read");
    if (got == 0) throw std::runtime_error("temporary data was cut off");
    at += static_cast<std::uint64_t>(got);
    into += got;
    count -= static_cast<std::size_t>(got);
  }
  if (count == 0) return;
  if (at - written_ > last_.size() || last_.size() - (at - written_) < count)
    throw std::runtime_error("temporary data ends early");
  std::copy_n(last_.data() + (at - written_), count, into);
}

SpilledReader::SpilledReader(const SpilledBytes& bytes, std::uint64_t begin,
                             std::uint64_t end, std::size_t window)
    : bytes_(&bytes), at_(begin), end_(end), window_(window) {}

std::string_view SpilledReader::take(std::size_t count) {
  if (piece_.size() - offset_ < count) {
    piece_.erase(0, offset_);
    offset_ = 0;
    const std::size_t have = piece_.size();
    const std::uint64_t more =
        std::min<std::uint64_t>(std::max(count - have, window_), end_ - at_);
    piece_.resize(have + more);
    bytes_->read(at_, more, piece_.data() + have);
    at_ += more;
    if (piece_.size() < count)
      throw std::runtime_error("temporary data ends early");
  }
  offset_ += count;
  return {piece_.data() + offset_ - count, count};
}

}  // namespace fedltr
