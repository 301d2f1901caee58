#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace fedltr {

/// Maximum bytes of a frame before its sender is known.
inline constexpr std::size_t kMaxGreeting = 1U << 16;

/// Cuts a stream into frames: a length of four bytes, little-endian, followed
/// by that number of bytes. Holds only bytes received, whatever the length
/// claims.
class FrameReader {
 public:
  /// @param max_bytes  maximum length of a frame
  explicit FrameReader(std::size_t max_bytes) : max_bytes_(max_bytes) {}

  /// Sets another bound for frames to come.
  void allow(std::size_t max_bytes) { max_bytes_ = max_bytes; }
  /// Takes bytes from the stream.
  void feed(std::string_view bytes);
  /// Returns the next complete frame, empty for a heartbeat; nullopt if there
  /// is none yet.
  /// @throws ArchiveError  for a frame longer than allowed
  std::optional<std::string> next();

 private:
  std::size_t max_bytes_;
  std::string received_;
  std::size_t begin_ = 0;  ///< offset of the next frame
};

/// Returns these bytes as a frame for the stream.
std::string framed(std::string_view bytes);

/// Makes a peer's text fit for a log line: short and printable.
/// @param most  number of characters to keep
std::string printable(std::string_view text, std::size_t most = 200);

}  // namespace fedltr
