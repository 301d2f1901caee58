#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace fedltr {

/// Record of a run, or of a member's searches, for the process that continues
/// after a kill: records, on disk before anything that follows from them leaves
/// the process. Only its owner can read it, and one process at a time opens it.
/// Threads may append concurrently.
///
/// A last record that a loss of power cut short is dropped: nothing followed
/// from it. Damage before the end is refused.
class Journal {
 public:
  /// Creates the journal, or opens that of an earlier process.
  /// @throws UsageError         if another process has it open, or others may
  ///                            read or write it
  /// @throws CheckpointError    for a damaged file, or one that is no journal
  /// @throws MachineFault       if it can't be written
  explicit Journal(std::filesystem::path file);
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  const std::filesystem::path& file() const { return file_; }
  /// Number of records that an earlier process left.
  std::uint64_t found() const { return found_; }
  /// Number of all records.
  std::uint64_t records() const { return found_ + appended_; }
  /// The next of the records found; nullopt after the last.
  std::optional<std::string> next();
  /// Returns to the first record.
  void rewind();

  /// Calls `visit` with the records there are now, found and appended. Others
  /// may append or rewrite() meanwhile.
  void each(const std::function<void(const std::string&)>& visit);

  /// Records survive a kill of the process once appended, and a loss of power
  /// once synced; later ones may survive that. After a failure, which may leave
  /// part of a record, nothing can be appended or synced.
  /// @throws std::runtime_error
  void append(std::string_view record);
  /// @throws std::runtime_error  unless all records are on disk
  void sync();

  /// Replaces each record by what `change` returns for it, if anything, and
  /// returns to the first. After a kill the file has the earlier ones or these.
  /// If it throws, the records stay as they were.
  /// @return  number of bytes of the file
  std::uint64_t rewrite(
      const std::function<std::optional<std::string>(std::string)>& change);
  /// Drops all records but those for which `keeps` is true, as rewrite().
  void keep_only(const std::function<bool(const std::string&)>& keeps);
  /// Drops all records.
  void clear();
  /// Removes the file: the run is over.
  void remove();

 private:
  struct Heading;
  class Bytes;
  void scan();
  /// Place of the file that rewrite() writes.
  std::filesystem::path beside() const;
  void refuse_after_failure() const;
  [[noreturn]] void fail(const char* step) const;

  std::filesystem::path file_;
  int descriptor_ = -1;
  std::mutex mutex_;
  std::uint64_t found_ = 0;  ///< records
  std::uint64_t appended_ = 0;
  bool synced_ = true;
  bool failed_ = false;     ///< to append or to sync
  std::uint64_t told_ = 0;  ///< records returned by next()
  std::uint64_t at_ = 0;    ///< byte of the next record to return
};

}  // namespace fedltr
