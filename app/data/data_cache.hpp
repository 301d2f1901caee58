#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/data/cached_set.hpp"
#include "app/data/fold_files.hpp"

namespace fedltr {

// Large LETOR files are stored as numbers once they have been read, so that the
// next start need not parse them. A cache is optional: if it is absent, old,
// damaged or forged, the text is read.

/// Variable with the folder of caches, or with the value that turns them off.
inline constexpr const char* kCacheVariable = "FEDLTR_CACHE";
inline constexpr const char* kNoCaches = "off";
/// Smaller files are parsed as fast as a cache is read.
inline constexpr std::uintmax_t kMinCachedBytes = 16 << 20;

/// Returns $FEDLTR_CACHE, otherwise $XDG_CACHE_HOME/fedltr, otherwise
/// ~/.cache/fedltr; empty: off.
std::filesystem::path cache_folder();

/// Place of a set's cache, and the state of its files for which it is valid.
struct CacheEntry {
  std::filesystem::path file;  ///< empty: not cached
  std::size_t files = 0;       ///< number in the set
  std::uintmax_t bytes = 0;    ///< total size of the files
  /// Digest of options that change values, and of each file's path, device,
  /// inode, size and times of last change, one of which only the system sets: a
  /// file that was written to has another key, whatever its date.
  std::string key;
  /// True if unchanged for so long that another change would show in its times.
  bool settled = false;
};

/// @param min_bytes  minimum size of all files together
CacheEntry cache_entry(const Files& files, const LetorOptions& options,
                       const std::filesystem::path& folder = cache_folder(),
                       std::uintmax_t min_bytes = kMinCachedBytes);

/// True if the file system sets and reports a time of its own at each change of
/// a file. False in memory, for FUSE, FAT and Windows' network shares.
bool dates_changes(const std::filesystem::path& file);

/// Has the system write back changes through memory maps (mmap), so that the
/// next change shows in the file's times again. Call it before reading files to
/// be cached.
void write_back(const Files& files);

/// Reads a cache; logs damage.
/// @return  nullopt if there is none of that key
std::optional<CachedSet> read_cached(const CacheEntry& entry,
                                     const Keeping& keeping = {});

/// Writes a cache, unless the files have changed since, the set is so sparse
/// that it would be 16 times their size, or the disk is nearly full. A failure
/// is logged and harmless.
/// @return  true if the cache was written
bool write_cached(const CacheEntry& entry, const Files& files,
                  const LetorOptions& options, const CachedSet& set);

}  // namespace fedltr
