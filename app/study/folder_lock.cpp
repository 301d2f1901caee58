#include "app/study/folder_lock.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <functional>
#include <mutex>
#include <set>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <spdlog/spdlog.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/base/errors.hpp"
#include "app/base/folders.hpp"
#include "app/results/point_results.hpp"
#include "app/study/shard.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

/// True if a study has written to the folder. Earlier versions left no mark;
/// then the points of a grid have manifests, or its shards have marks. An
/// independent study in a subfolder does not count.
bool is_run_folder(const fs::path& folder) {
  if (fs::exists(folder / kMark) || holds_manifest(folder)) return true;
  const auto is_marked = [](const fs::path& each) {
    return fs::exists(each / kMark);
  };
  if (std::ranges::any_of(shards_below(folder), is_marked)) return true;
  const auto held = HeldFolder::open(folder);
  return held &&
         std::ranges::any_of(held->folders(), [&](const std::string& name) {
           return is_point_folder(name) && !is_marked(folder / name) &&
                  holds_manifest(folder / name);
         });
}

constexpr off_t kLargestMark = off_t{64} << 20;  // bytes

/// False if others have put something there: a pipe, or gigabytes.
bool may_be_mark(int descriptor) {
  struct stat status {};
  return fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) &&
         status.st_size <= kLargestMark;
}

std::string text_of(int descriptor) {
  std::string text;
  std::array<char, 4096> piece{};
  for (off_t at = 0;;) {
    const ssize_t count = pread(descriptor, piece.data(), piece.size(), at);
    if (count <= 0) return text;
    text.append(piece.data(), static_cast<std::size_t>(count));
    at += count;
  }
}

/// True if a path still names an open file, which its last owner may have
/// removed.
bool is_same_file(int descriptor, const fs::path& path) {
  struct stat open {};
  struct stat named {};
  return fstat(descriptor, &open) == 0 && lstat(path.c_str(), &named) == 0 &&
         open.st_dev == named.st_dev && open.st_ino == named.st_ino;
}

/// Marks that this process holds, e.g. that of a speed-up while its study of a
/// number of threads runs below it.
struct OwnMarks {
  std::mutex mutex;
  std::set<std::pair<dev_t, ino_t>> all;
};

OwnMarks& own_marks() {
  static OwnMarks marks;
  return marks;
}

std::pair<dev_t, ino_t> identity_of(int descriptor) {
  struct stat status {};
  if (fstat(descriptor, &status) != 0) return {};
  return {status.st_dev, status.st_ino};
}

/// True if another process holds the lock on a mark that lists a folder.
bool is_at_work(const fs::path& mark, const std::string& made) {
  const int opened =
      open(mark.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (opened < 0) return false;
  bool at_work = may_be_mark(opened) && flock(opened, LOCK_SH | LOCK_NB) != 0 &&
                 errno == EWOULDBLOCK;
  if (at_work) {
    const std::scoped_lock lock(own_marks().mutex);
    const auto listed = made_by_mark(text_of(opened));
    at_work = listed && listed->contains(made) &&
              !own_marks().all.contains(identity_of(opened));
  }
  close(opened);
  return at_work;
}

/// Refuses a point or a baseline of a running study above it.
void refuse_part_of_study(const fs::path& folder) {
  std::error_code unknown;
  fs::path whole = fs::weakly_canonical(fs::absolute(folder), unknown);
  if (!whole.has_filename()) whole = whole.parent_path();  // "out/"
  const fs::path above = whole.parent_path();
  for (const fs::path& study : {above, above.parent_path()})
    if (is_at_work(study / kMark,
                   whole.lexically_relative(study).generic_string()))
      throw UsageError(folder.string() + ": is part of the running study in " +
                       study.string() +
                       "; wait for its end, or --out DIR writes elsewhere");
}

}  // namespace

FolderLock::FolderLock(fs::path folder)
    : folder_(std::move(folder)), mark_(folder_ / kMark) {
  if (fs::is_directory(folder_) && !fs::is_empty(folder_) &&
      !is_run_folder(folder_))
    throw UsageError(folder_.string() +
                     ": is no run folder and holds files; --out DIR writes "
                     "elsewhere, to a new or an empty folder");
  refuse_part_of_study(folder_);
  made_ = !fs::exists(folder_);
  create_folders(folder_);
  while (!lock()) {
  }
  const std::scoped_lock known(own_marks().mutex);
  own_marks().all.insert(identity_of(lock_));
}

/// Returns false if the mark has been removed meanwhile.
bool FolderLock::lock() {
  marked_ = !fs::exists(mark_);
  lock_ = open(mark_.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (lock_ < 0)
    throw std::runtime_error(mark_.string() +
                             ": can't be opened: " + std::strerror(errno));
  if (!may_be_mark(lock_)) {
    close(lock_);
    throw UsageError(mark_.string() +
                     ": is not fedltr's; --out DIR writes elsewhere");
  }
  if (flock(lock_, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK) {
      close(lock_);
      throw UsageError(folder_.string() +
                       ": another fedltr is writing to it; wait for its end, "
                       "or --out DIR writes elsewhere");
    }
    spdlog::warn("{}: can't be locked ({}): start no second run there",
                 folder_.string(), std::strerror(errno));
  }
  if (!is_same_file(lock_, mark_)) {
    close(lock_);
    return false;
  }
  read_mark();
  found_ = listed_;
  return true;
}

void FolderLock::read_mark() {
  const std::string text = text_of(lock_);
  if (auto listed = made_by_mark(text)) {
    listed_ = std::move(*listed);
    is_listed_ = true;
    return;
  }
  const auto held = HeldFolder::open(folder_);
  if (held) listed_ = made_without_list(*held);
  if (text.empty()) set_made(listed_);
}

void FolderLock::add_made(std::span<const fs::path> folders) {
  MadeFolders made = paths_below(folders, folder_);
  made.insert(listed_.begin(), listed_.end());
  set_made(std::move(made));
}

void FolderLock::set_made(MadeFolders made) {
  if (is_listed_ && made == listed_) return;
  is_listed_ = true;
  listed_ = std::move(made);
  changed_ = true;
  std::string text = mark_text(listed_);
  std::string_view rest = text;
  // A truncated list names fewer folders, never foreign ones.
  bool written = ftruncate(lock_, 0) == 0 && lseek(lock_, 0, SEEK_SET) == 0;
  while (written && !rest.empty()) {
    const ssize_t count = write(lock_, rest.data(), rest.size());
    written = count > 0;
    if (written) rest.remove_prefix(static_cast<std::size_t>(count));
  }
  if (!written) spdlog::debug("{}: can't be written", mark_.string());
}

FolderLock::~FolderLock() {
  try {
    leave();
  } catch (const std::exception&) {  // out of memory
  }
  const std::scoped_lock known(own_marks().mutex);
  own_marks().all.erase(identity_of(lock_));
  close(lock_);
}

void FolderLock::leave() {
  std::error_code error;
  const bool empty = std::distance(fs::directory_iterator(folder_, error),
                                   fs::directory_iterator()) == 1;
  const auto exists = [&](const std::string& below) {
    return fs::exists(fs::symlink_status(folder_ / below, error));
  };
  if (marked_ && (empty || (!kept_ && std::ranges::none_of(listed_, exists)))) {
    fs::remove(mark_, error);
    if (made_) fs::remove(folder_, error);
  } else if (changed_) {
    MadeFolders there = kept_ ? listed_ : found_;
    std::erase_if(there, std::not_fn(exists));
    set_made(std::move(there));
  }
}

}  // namespace fedltr
