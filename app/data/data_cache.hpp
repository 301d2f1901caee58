#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/data/cached_set.hpp"
#include "app/data/fold_files.hpp"

namespace fedltr {

// Large LETOR files are kept as numbers once they have been read, so that the
// next start need not parse them. A cache is never needed: without one, or with
// one that is old, damaged or forged, the text is read.

/// Names the folder of caches, or says that there are none.
inline constexpr const char* kCacheVariable = "FEDLTR_CACHE";
inline constexpr const char* kNoCaches = "off";
/// Files of less text are parsed as fast as a cache is read.
inline constexpr std::uintmax_t kMinCachedBytes = 16 << 20;

/// $FEDLTR_CACHE, else $XDG_CACHE_HOME/fedltr, else ~/.cache/fedltr; empty:
/// off.
std::filesystem::path cache_folder();
/// Neither reads nor writes caches from now on: --no-cache.
void forbid_cache();

/// Where a set is kept, and what its files must be for that to hold.
struct CacheEntry {
  std::filesystem::path file;  ///< empty: it is not kept
  std::size_t files = 0;       ///< of the set
  std::uintmax_t bytes = 0;    ///< of these
  /// Digest of each file's path, device, inode, size, and the times of its last
  /// change, of which the system sets one itself: a file that was written to
  /// has another key, whatever its date says.
  std::string key;
  /// So long unchanged that another change would show in its times.
  bool settled = false;
};

/// @param min_bytes  of all files together, to be kept
CacheEntry cache_entry(const Files& files, ReturningQueries returning,
                       const std::filesystem::path& folder = cache_folder(),
                       std::uintmax_t min_bytes = kMinCachedBytes);

/// Whether the file system sets a time of its own at each change of a file, and
/// tells it: not one in memory, of FUSE, of FAT or of Windows' network.
bool dates_changes(const std::filesystem::path& file);

/// Has the system write what programs have changed in its memory (mmap): their
/// next change shows in the file's times again. To be called before files are
/// read that are to be kept.
void write_back(const Files& files);

/// Reads a cache; if it is damaged, says so.
/// @return  nothing, if there is none of that key
std::optional<CachedSet> read_cached(const CacheEntry& entry,
                                     const Keeping& keeping = {});

/// Writes a cache, unless the files have changed since, the set is so sparse
/// that it would be 16 times their size, or the disk is nearly full; a fault is
/// logged and does no harm.
/// @return  whether it is there now
bool write_cached(const CacheEntry& entry, const Files& files,
                  ReturningQueries returning, const CachedSet& set);

}  // namespace fedltr
