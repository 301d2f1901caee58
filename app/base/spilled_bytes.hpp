#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace fedltr {

/// Bytes from which on data is kept on disk.
inline constexpr std::size_t kSpillFrom = std::size_t{32} << 20;

/// Bytes that are appended and read again. Few stay in memory; more go to a
/// file without a name in the system's folder of temporary files ($TMPDIR),
/// which frees its space whenever and however the program ends.
class SpilledBytes {
 public:
  /// @param memory  bytes that may stay in memory
  explicit SpilledBytes(std::size_t memory = kSpillFrom) : memory_(memory) {}
  ~SpilledBytes();
  SpilledBytes(SpilledBytes&& other) noexcept;
  SpilledBytes(const SpilledBytes&) = delete;
  SpilledBytes& operator=(SpilledBytes&& other) noexcept;
  SpilledBytes& operator=(const SpilledBytes&) = delete;

  std::uint64_t size() const { return written_ + last_.size(); }
  /// @throws std::runtime_error  naming the folder, e.g. for a full disk
  void append(std::string_view bytes);
  /// Reads bytes that were appended. @throws std::runtime_error
  void read(std::uint64_t at, std::size_t count, char* into) const;

 private:
  void spill();

  std::size_t memory_;
  int file_ = -1;  ///< -1: none
  std::uint64_t written_ = 0;
  std::string last_;  ///< bytes that are not in the file
};

/// Reads a part of SpilledBytes from its beginning to its end, by pieces.
class SpilledReader {
 public:
  /// @param bytes   outlives it
  /// @param window  bytes that are read at once
  SpilledReader(const SpilledBytes& bytes, std::uint64_t begin,
                std::uint64_t end, std::size_t window = std::size_t{1} << 18);

  bool done() const { return at_ == end_ && offset_ == piece_.size(); }
  /// Returns the next bytes, valid until the next call.
  /// @throws std::runtime_error  also if there are fewer
  std::string_view take(std::size_t count);

 private:
  const SpilledBytes* bytes_;
  std::uint64_t at_;  ///< behind the piece
  std::uint64_t end_;
  std::size_t window_;
  std::string piece_;
  std::size_t offset_ = 0;  ///< in the piece
};

}  // namespace fedltr
