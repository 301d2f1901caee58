#pragma once

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace fedltr {

/// What another process needs to go on after this one was killed: records, on
/// disk before anything that follows from them leaves. Its owner's only, and of
/// one process at a time. Threads may append side by side.
///
/// A last record that a loss of power cut short is dropped: nothing followed
/// from it. Damage before the end is refused.
class Journal {
 public:
  /// Makes it, or opens what an earlier process left.
  /// @throws UsageError         if another process has it, or others may read
  ///                            or write it
  /// @throws CheckpointError    for a damaged file, or one that is no journal
  /// @throws MachineFault       if it can't be written
  explicit Journal(std::filesystem::path file);
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  /// Number of records that an earlier process left.
  std::uint64_t found() const { return found_; }
  /// Number of records in it.
  std::uint64_t records() const { return found_ + appended_; }
  /// The next record that was found; none: all are told.
  std::optional<std::string> next();
  /// Begins with the first record again.
  void rewind();

  /// What a killed process appended stays; a loss of power leaves what was
  /// synced, and maybe more.
  /// @throws std::runtime_error
  void append(std::string_view record);
  /// @throws std::runtime_error  unless all is on disk
  void sync();

  /// Drops all records.
  void clear();
  /// The run is over: removes the file.
  void remove();

 private:
  struct Heading;
  void scan();
  bool read_at(std::uint64_t at, void* bytes, std::size_t size) const;
  std::optional<Heading> heading_at(std::uint64_t at) const;
  [[noreturn]] void fail(const char* step) const;
  [[noreturn]] void damaged(std::uint64_t at) const;

  std::filesystem::path file_;
  int descriptor_ = -1;
  std::mutex mutex_;
  std::uint64_t found_ = 0;  ///< records
  std::uint64_t appended_ = 0;
  bool synced_ = true;
  std::uint64_t told_ = 0;  ///< of those that were found
  std::uint64_t at_ = 0;    ///< byte of the next to tell
};

}  // namespace fedltr
