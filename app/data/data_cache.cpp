#include "app/data/data_cache.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <cstdlib>

#include <fcntl.h>
#include <spdlog/spdlog.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "app/base/files.hpp"
#include "app/base/notice.hpp"
#include "app/base/stop_reading.hpp"
#include "app/base/text.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

/// Coarsest resolution of a file system's times, plus a second.
constexpr std::int64_t kSettledSeconds = 3;

/// True for a file that fedltr 0.1 was writing: DIGEST.set.PROCESS, also with
/// .tmp, with a digest of 32 hexadecimal digits.
bool is_unfinished(const std::string& name) {
  const auto parts = split(name, '.');
  return (parts.size() == 3 || (parts.size() == 4 && parts[3] == "tmp")) &&
         parts[0].size() == 32 &&
         parts[0].find_first_not_of("0123456789abcdef") == std::string::npos &&
         parts[1] == "set" && parse_whole(parts[2]);
}

/// Removes what killed processes left a day ago or earlier. A younger file may
/// be that of a live process, also of another machine.
void remove_leftovers(const fs::path& folder) {
  for (const auto& entry : fs::directory_iterator(folder)) {
    std::error_code unknown;
    const std::string name = entry.path().filename().string();
    if ((is_unnamed(name) || is_unfinished(name)) &&
        fs::file_time_type::clock::now() - entry.last_write_time(unknown) >
            std::chrono::hours(24))
      fs::remove(entry.path(), unknown);
  }
}

/// Returns the current state of a regular file: opening it makes a network file
/// system ask its server.
std::optional<struct stat> state_of(const fs::path& file) {
  struct stat found {};
  if (stat(file.c_str(), &found) != 0 || !S_ISREG(found.st_mode)) return {};
  const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return {};
  const bool told = fstat(descriptor, &found) == 0 && S_ISREG(found.st_mode);
  close(descriptor);
  return told ? std::optional(found) : std::nullopt;
}

std::int64_t nanoseconds(const timespec& time) {
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

/// Also accepts capitals: no user means a folder of that name.
bool is_no_caches(const std::string& value) {
  return std::ranges::equal(
      value, std::string_view(kNoCaches),
      [](unsigned char a, char b) { return std::tolower(a) == b; });
}

}  // namespace

bool dates_changes(const fs::path& file) {
  constexpr std::array<std::uint32_t, 12> kUndated = {
      0x01021994, 0x858458f6,              // tmpfs, ramfs
      0x65735546, 0x01021997, 0x786f4256,  // FUSE, 9p, VirtualBox
      0xff534d42, 0xfe534d42, 0x517b,      // CIFS, SMB2, SMB
      0x4d44,     0x2011bab0, 0x7366746e,  // FAT, exFAT, NTFS
      0x794c7630,                          // overlayfs, for those below
  };
  struct statfs disk {};
  return statfs(file.c_str(), &disk) == 0 &&
         std::ranges::find(kUndated, static_cast<std::uint32_t>(disk.f_type)) ==
             kUndated.end();
}

void write_back(const Files& files) {
  for (const fs::path& file : files) {
    const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) continue;
    fdatasync(descriptor);
    close(descriptor);
  }
}

fs::path cache_folder() {
  const auto variable = [](const char* name) {
    const char* const text = std::getenv(name);
    return std::string(text ? text : "");
  };
  if (const std::string own = variable(kCacheVariable); !own.empty())
    return is_no_caches(own) ? fs::path() : fs::path(own);
  // The standard requires that relative paths be ignored.
  if (const fs::path base = variable("XDG_CACHE_HOME"); base.is_absolute())
    return base / "fedltr";
  if (const fs::path home = variable("HOME"); home.is_absolute())
    return home / ".cache" / "fedltr";
  return {};
}

CacheEntry cache_entry(const Files& files, const LetorOptions& options,
                       const fs::path& folder, std::uintmax_t min_bytes) {
  if (folder.empty()) return {};
  const char how = options.returning == ReturningQueries::kMerge ? 'm' : 'r';
  std::string paths{how};
  if (options.labels == MissingLabels::kAllow) paths += 'u';
  std::string state(kSetLayout);
  for (const double value : options.missing.values) state += ' ' + exact(value);
  for (const std::string& word : options.missing.words)
    state += " '" + word + "'";
  state += " as " + exact(options.missing.read_as);
  std::uintmax_t bytes = 0;
  std::int64_t last = 0;
  for (const fs::path& file : files) {
    std::error_code ignored;
    const fs::path whole = fs::canonical(file, ignored);
    const auto told = ignored ? std::nullopt : state_of(whole);
    if (!told) return {};
    const struct stat& found = *told;
    paths += '\0' + whole.string();
    const std::int64_t changed = nanoseconds(found.st_ctim);
    for (const std::int64_t number :
         {std::int64_t(found.st_dev), std::int64_t(found.st_ino),
          std::int64_t(found.st_size), nanoseconds(found.st_mtim), changed})
      state += ' ' + std::to_string(number);
    bytes += static_cast<std::uintmax_t>(found.st_size);
    last = std::max({last, changed, nanoseconds(found.st_mtim)});
  }
  if (bytes < min_bytes) return {};
  const auto digest = [](const std::string& text) {
    Sha256 sha;
    sha.add(text.data(), text.size());
    return sha.hex();
  };
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  return {folder / (digest(paths).substr(0, 32) + ".set"), files.size(), bytes,
          digest(state + '\n' + paths),
          last / 1'000'000'000 + kSettledSeconds < now.tv_sec};
}

std::optional<CachedSet> read_cached(const CacheEntry& entry,
                                     const Keeping& keeping) {
  std::error_code absent;
  if (entry.file.empty() || !fs::is_regular_file(entry.file, absent))
    return std::nullopt;
  try {
    return read_set(entry.file, entry.key, entry.files, keeping);
  } catch (const ReadingStopped&) {
    throw;
  } catch (const std::exception& error) {
    notice(entry.file.string() + ": a damaged cache (" + error.what() +
           "); the text is read instead");
    return std::nullopt;
  }
}

bool write_cached(const CacheEntry& entry, const Files& files,
                  const LetorOptions& options, const CachedSet& set) {
  const fs::path folder = entry.file.parent_path();
  if (!entry.settled || cache_entry(files, options, folder, 0).key != entry.key)
    return false;
  try {
    if (fs::create_directories(folder))
      fs::permissions(folder, fs::perms::owner_all);
    // Leave space for results: twice the cache's size must be free.
    const auto values =
        static_cast<std::uintmax_t>(set.data.documents() * set.data.features());
    if (values / 2 > entry.bytes) return false;
    if (fs::space(folder).available / 16 < values) return false;
    remove_leftovers(folder);
    write_set(entry.file, entry.key, set);
    return true;
  } catch (const ReadingStopped&) {
    throw;
  } catch (const std::exception& error) {
    spdlog::info("no cache is kept: {}", error.what());
    return false;
  }
}

}  // namespace fedltr
