#include "scenarios/study/folder_lock.hpp"

#include <cerrno>
#include <cstring>
#include <string_view>

#include <fcntl.h>
#include <spdlog/spdlog.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "scenarios/base/errors.hpp"
#include "scenarios/base/files.hpp"
#include "scenarios/base/folders.hpp"
#include "scenarios/base/json.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

constexpr const char* kMark = ".fedltr";
constexpr std::string_view kMarkText =
    "A run folder of fedltr: fedltr run --force replaces its results.\n";

/// Whether a manifest.json is of fedltr, not of a web page or a package.
bool is_manifest(const fs::path& file) {
  std::error_code ignored;
  if (!fs::is_regular_file(file, ignored)) return false;
  const Json manifest = json_if_valid(file_text(file));
  return manifest.is_object() && manifest.contains("fedltr") &&
         manifest.contains("scenario");
}

bool holds_manifest(const fs::path& folder) {
  return is_manifest(folder / "manifest.json") ||
         is_manifest(folder / "checkpoint" / "manifest.json");
}

/// Whether a study has written there: earlier versions left no mark. On top of
/// a grid only its points have manifests, on top of shards they have marks.
bool is_run_folder(const fs::path& folder) {
  if (fs::exists(folder / kMark) || holds_manifest(folder)) return true;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.is_directory() &&
        (fs::exists(entry.path() / kMark) || holds_manifest(entry.path())))
      return true;
  return false;
}

/// Whether a path still names an open file: its last owner may have removed it.
bool is_same_file(int descriptor, const fs::path& path) {
  struct stat open {};
  struct stat named {};
  return fstat(descriptor, &open) == 0 && lstat(path.c_str(), &named) == 0 &&
         open.st_dev == named.st_dev && open.st_ino == named.st_ino;
}

}  // namespace

FolderLock::FolderLock(fs::path folder)
    : folder_(std::move(folder)), mark_(folder_ / kMark) {
  if (fs::is_directory(folder_) && !fs::is_empty(folder_) &&
      !is_run_folder(folder_))
    throw UsageError(folder_.string() +
                     ": is no run folder and holds files; --out DIR writes "
                     "elsewhere, to a new or an empty folder");
  made_ = !fs::exists(folder_);
  create_folders(folder_);
  while (!lock()) {
  }
}

/// Returns false if the mark was removed meanwhile.
bool FolderLock::lock() {
  marked_ = !fs::exists(mark_);
  lock_ = open(mark_.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (lock_ < 0)
    throw std::runtime_error(mark_.string() +
                             ": can't be opened: " + std::strerror(errno));
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
  struct stat status {};
  if (fstat(lock_, &status) == 0 && status.st_size == 0 &&
      write(lock_, kMarkText.data(), kMarkText.size()) < 0)
    spdlog::debug("{}: can't be written", mark_.string());
  return true;
}

FolderLock::~FolderLock() {
  std::error_code error;
  if (marked_ && std::distance(fs::directory_iterator(folder_, error),
                               fs::directory_iterator()) == 1) {
    fs::remove(mark_, error);
    if (made_) fs::remove(folder_, error);
  }
  close(lock_);
}

}  // namespace fedltr
