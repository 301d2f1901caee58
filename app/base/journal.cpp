#include "app/base/journal.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "actors/silo/machine_fault.hpp"
#include "app/base/errors.hpp"
#include "app/base/file_lock.hpp"
#include "app/base/files.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFirstLine = "fedltr journal 1\n";
constexpr std::size_t kPieceOfRecord = std::size_t{1} << 16;

std::uint32_t checksum(const void* bytes, std::size_t size,
                       std::uint32_t before = 0) {
  return static_cast<std::uint32_t>(crc32(
      before, static_cast<const Bytef*>(bytes), static_cast<unsigned>(size)));
}

struct stat status_of(int descriptor) {
  struct stat found {};
  fstat(descriptor, &found);
  return found;
}

std::uint64_t size_of_file(int descriptor) {
  return static_cast<std::uint64_t>(status_of(descriptor).st_size);
}

[[noreturn]] void fail_at(const fs::path& file, const char* step) {
  throw MachineFault(file.string() + ": can't be " + step + ": " +
                     std::strerror(errno));
}

/// True if only its owner can read or write the file, under any name.
bool is_owners_only(int descriptor) {
  const struct stat found = status_of(descriptor);
  return S_ISREG(found.st_mode) && found.st_uid == geteuid() &&
         found.st_nlink == 1 && (found.st_mode & (S_IRWXG | S_IRWXO)) == 0;
}

}  // namespace

/// Precedes each record. The size has a sum of its own, so that a damaged size
/// isn't taken for a record that was cut short.
struct Journal::Heading {
  std::uint32_t size = 0;
  std::uint32_t sum_of_size = 0;
  std::uint32_t sum = 0;

  bool holds() const { return sum_of_size == checksum(&size, sizeof size); }
};

/// The bytes of an open file, to read anywhere.
class Journal::Bytes {
 public:
  Bytes(int descriptor, const fs::path& file)
      : descriptor_(descriptor), file_(file) {}

  std::uint64_t size() const { return size_of_file(descriptor_); }

  /// @return false if the file ends before
  bool read_at(std::uint64_t at, void* bytes, std::size_t size) const {
    auto* to = static_cast<char*>(bytes);
    while (size > 0) {
      const ssize_t count =
          pread(descriptor_, to, size, static_cast<off_t>(at));
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) fail_at(file_, "read");
      if (count == 0) return false;
      to += count;
      at += static_cast<std::uint64_t>(count);
      size -= static_cast<std::size_t>(count);
    }
    return true;
  }

  /// Returns nullopt if the file ends there, or was cut short there.
  std::optional<Heading> heading_at(std::uint64_t at) const {
    Heading heading;
    if (!read_at(at, &heading, sizeof heading)) return std::nullopt;
    if (heading.holds()) return heading;
    // A file system may have allocated room without writing it, or writing only
    // part: then the heading ends in zeros, and only zeros follow.
    at += sizeof heading;
    std::array<char, 4096> rest{};
    for (std::uint64_t left = size() - at; left > 0;) {
      const auto piece = std::min<std::uint64_t>(left, rest.size());
      if (!read_at(at, rest.data(), piece)) break;
      if (std::any_of(rest.begin(), rest.begin() + static_cast<long>(piece),
                      [](char each) { return each != 0; }))
        damaged(at);
      at += piece;
      left -= piece;
    }
    return std::nullopt;
  }

  /// Returns the record that begins there, and moves behind it.
  std::string record_at(std::uint64_t& at) const {
    const auto heading = heading_at(at);
    if (!heading) damaged(at);
    std::string record(heading->size, '\0');
    if (!read_at(at + sizeof(Heading), record.data(), record.size()))
      damaged(at);
    at += sizeof(Heading) + record.size();
    return record;
  }

  void visit(std::uint64_t records,
             const std::function<void(const std::string&)>& each) const {
    std::uint64_t at = kFirstLine.size();
    for (std::uint64_t i = 0; i < records; ++i) each(record_at(at));
  }

  [[noreturn]] void damaged(std::uint64_t at) const {
    throw CheckpointError(file_.string() + ": is damaged at byte " +
                          std::to_string(at));
  }

 private:
  int descriptor_;
  const fs::path& file_;
};

Journal::Journal(fs::path file) : file_(std::move(file)) {
  descriptor_ =
      open(file_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC,
           0600);
  if (descriptor_ < 0) fail("opened");
  try {
    if (!is_owners_only(descriptor_))
      throw UsageError(file_.string() +
                       ": must be a file of its owner's only (chmod 600)");
    if (!lock_soon(descriptor_))
      throw UsageError(file_.string() + ": another process has it open");
    fs::remove(beside());
    scan();
  } catch (...) {
    close(descriptor_);
    throw;
  }
}

Journal::~Journal() {
  if (descriptor_ >= 0) close(descriptor_);
}

void Journal::fail(const char* step) const {
  fail_at(file_, step);
}

void Journal::refuse_after_failure() const {
  if (failed_)
    throw MachineFault(file_.string() +
                       ": could not be written before: free the disk and "
                       "start again");
}

/// Finds the end of the last whole record, and cuts off the rest.
void Journal::scan() {
  const Bytes bytes(descriptor_, file_);
  const std::uint64_t size = bytes.size();
  std::string first(std::min<std::uint64_t>(size, kFirstLine.size()), '\0');
  bytes.read_at(0, first.data(), first.size());
  if (!kFirstLine.starts_with(first))
    throw CheckpointError(file_.string() + ": is no journal");
  if (first != kFirstLine) return clear();  // killed during creation
  std::uint64_t end = kFirstLine.size();
  std::vector<char> piece(kPieceOfRecord);
  while (const auto heading = bytes.heading_at(end)) {
    const std::uint64_t next = end + sizeof(Heading) + heading->size;
    if (next > size) break;
    std::uint32_t sum = 0;
    for (std::uint64_t at = end + sizeof(Heading); at < next;) {
      const auto part = std::min<std::uint64_t>(next - at, piece.size());
      bytes.read_at(at, piece.data(), part);
      sum = checksum(piece.data(), part, sum);
      at += part;
    }
    if (sum != heading->sum && next < size) bytes.damaged(end);
    if (sum != heading->sum) break;
    end = next;
    ++found_;
  }
  if (end < size && ftruncate(descriptor_, static_cast<off_t>(end)) != 0)
    fail("cut");
  rewind();
}

void Journal::rewind() {
  told_ = 0;
  at_ = kFirstLine.size();
}

std::optional<std::string> Journal::next() {
  const std::lock_guard lock(mutex_);
  if (told_ == found_) return std::nullopt;
  ++told_;
  return Bytes(descriptor_, file_).record_at(at_);
}

void Journal::append(std::string_view record) {
  Heading heading;
  heading.size = static_cast<std::uint32_t>(record.size());
  heading.sum_of_size = checksum(&heading.size, sizeof heading.size);
  heading.sum = checksum(record.data(), record.size());
  std::string bytes(sizeof heading, '\0');
  std::memcpy(bytes.data(), &heading, sizeof heading);
  bytes += record;
  const std::lock_guard lock(mutex_);
  refuse_after_failure();
  failed_ = true;  // until it is whole
  std::string_view left = bytes;
  while (!left.empty()) {
    const ssize_t count = write(descriptor_, left.data(), left.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail("written");
    left.remove_prefix(static_cast<std::size_t>(count));
  }
  failed_ = synced_ = false;
  ++appended_;
}

void Journal::sync() {
  const std::lock_guard lock(mutex_);
  refuse_after_failure();
  if (!synced_ && fdatasync(descriptor_) != 0) {
    failed_ = true;  // the system may report a lost record only once
    fail("synced");
  }
  synced_ = true;
}

void Journal::each(const std::function<void(const std::string&)>& visit) {
  std::unique_lock lock(mutex_);
  const std::uint64_t count = records();
  const int copy = fcntl(descriptor_, F_DUPFD_CLOEXEC, 0);
  if (copy < 0) fail("read");
  lock.unlock();
  const std::shared_ptr<void> closing(nullptr, [=](void*) { close(copy); });
  Bytes(copy, file_).visit(count, visit);
}

fs::path Journal::beside() const {
  return file_.string() + ".new";
}

std::uint64_t Journal::rewrite(
    const std::function<std::optional<std::string>(std::string)>& change) {
  const std::lock_guard lock(mutex_);
  refuse_after_failure();
  try {
    fs::remove(beside());
    Journal kept(beside());
    Bytes(descriptor_, file_).visit(records(), [&](const std::string& record) {
      if (const auto changed = change(record)) kept.append(*changed);
    });
    kept.sync();
    fs::rename(kept.file_, file_);
    std::swap(descriptor_, kept.descriptor_);
    found_ = kept.records();
  } catch (...) {
    std::error_code ignored;
    fs::remove(beside(), ignored);  // it may have filled the disk
    throw;
  }
  appended_ = 0;
  synced_ = true;
  rewind();
  failed_ = true;  // a loss of power may bring back the earlier file
  sync_folder(fs::absolute(file_).parent_path());
  failed_ = false;
  return size_of_file(descriptor_);
}

void Journal::keep_only(const std::function<bool(const std::string&)>& keeps) {
  rewrite([&](std::string record) {
    return keeps(record) ? std::optional(std::move(record)) : std::nullopt;
  });
}

void Journal::clear() {
  if (ftruncate(descriptor_, 0) != 0) fail("cut");
  if (write(descriptor_, kFirstLine.data(), kFirstLine.size()) !=
          static_cast<ssize_t>(kFirstLine.size()) ||
      fdatasync(descriptor_) != 0)
    fail("written");
  sync_folder(fs::absolute(file_).parent_path());
  found_ = appended_ = 0;
  rewind();
}

void Journal::remove() {
  fs::remove(file_);
  sync_folder(fs::absolute(file_).parent_path());
}

}  // namespace fedltr
