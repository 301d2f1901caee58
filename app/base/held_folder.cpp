#include "app/base/held_folder.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace fedltr {
namespace {

constexpr int kFolder = O_RDONLY | O_DIRECTORY | O_CLOEXEC;

}  // namespace

HeldFolder::HeldFolder(std::filesystem::path path, int descriptor)
    : path_(std::move(path)), descriptor_(descriptor) {}

HeldFolder::~HeldFolder() {
  if (descriptor_ >= 0) close(descriptor_);
}

HeldFolder::HeldFolder(HeldFolder&& other) noexcept
    : path_(std::move(other.path_)),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

HeldFolder& HeldFolder::operator=(HeldFolder&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

std::optional<HeldFolder> HeldFolder::open(
    const std::filesystem::path& folder) {
  const int opened = ::open(folder.empty() ? "." : folder.c_str(), kFolder);
  if (opened < 0) return std::nullopt;
  return HeldFolder(folder, opened);
}

std::optional<HeldFolder> HeldFolder::enter(const std::string& name) const {
  const int opened = openat(descriptor_, name.c_str(), kFolder | O_NOFOLLOW);
  if (opened < 0) return std::nullopt;
  return HeldFolder(path_ / name, opened);
}

std::optional<HeldFolder> HeldFolder::enter_all(
    const std::filesystem::path& below) const {
  std::optional<HeldFolder> folder = enter(".");
  for (const auto& name : below)
    if (folder) folder = folder->enter(name.string());
  return folder;
}

HeldFolder HeldFolder::make(const std::string& name) const {
  if (mkdirat(descriptor_, name.c_str(), 0777) != 0 && errno != EEXIST)
    fail(name, "made");
  auto made = enter(name);
  if (!made) fail(name, "opened");
  return std::move(*made);
}

std::vector<std::string> HeldFolder::names(Entry wanted) const {
  std::vector<std::string> found;
  // A new descriptor has its own position in the list.
  const int again = openat(descriptor_, ".", kFolder);
  if (again < 0) fail(".", "listed");
  const std::unique_ptr<DIR, int (*)(DIR*)> list(fdopendir(again), closedir);
  if (!list) {
    close(again);
    fail(".", "listed");
  }
  while (const dirent* const entry = readdir(list.get())) {
    const std::string_view name = entry->d_name;
    if (name == "." || name == "..") continue;
    const bool is_folder = entry->d_type == DT_UNKNOWN
                               ? holds_folder(entry->d_name)
                               : entry->d_type == DT_DIR;
    if (is_folder == (wanted == Entry::kFolder)) found.emplace_back(name);
  }
  std::ranges::sort(found);
  return found;
}

std::vector<std::string> HeldFolder::files() const {
  return names(Entry::kOther);
}

std::vector<std::string> HeldFolder::folders() const {
  return names(Entry::kFolder);
}

bool HeldFolder::holds(const std::string& name) const {
  struct stat status {};
  return fstatat(descriptor_, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0;
}

bool HeldFolder::holds_folder(const std::string& name) const {
  struct stat status {};
  return fstatat(descriptor_, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) ==
             0 &&
         S_ISDIR(status.st_mode);
}

void HeldFolder::remove(const std::string& name) const {
  if (unlinkat(descriptor_, name.c_str(), 0) != 0 && errno != ENOENT)
    fail(name, "removed");
}

bool HeldFolder::remove_folder(const std::string& name) const {
  return unlinkat(descriptor_, name.c_str(), AT_REMOVEDIR) == 0;
}

void HeldFolder::move(const std::string& name, const HeldFolder& to,
                      const std::string& new_name) const {
  if (renameat(descriptor_, name.c_str(), to.descriptor_, new_name.c_str()) !=
      0)
    to.fail(new_name, "renamed");
}

void HeldFolder::sync() const {
  // Some file systems can't sync folders; the names exist regardless.
  (void)fsync(descriptor_);
}

void HeldFolder::fail(const std::string& name, const char* step) const {
  const std::string why = std::strerror(errno);
  throw std::runtime_error((path_ / name).string() + ": can't be " + step +
                           ": " + why);
}

}  // namespace fedltr
