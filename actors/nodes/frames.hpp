#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace fedltr {

/// Cuts a stream into frames: a length of four bytes, least first, and so many
/// bytes. Keeps no more than has come, whatever a length says.
class FrameReader {
 public:
  /// @param most  bytes of a frame
  explicit FrameReader(std::size_t most) : most_(most) {}

  void allow(std::size_t most) { most_ = most; }
  void feed(std::string_view bytes);
  /// The next whole frame, an empty one for a sign of life; none yet: nothing.
  /// @throws ArchiveError  for one that is longer than allowed
  std::optional<std::string> next();

 private:
  std::size_t most_;
  std::string waiting_;
  std::size_t begin_ = 0;  ///< of what is left of it
};

/// The same, written.
std::string framed(std::string_view bytes);

}  // namespace fedltr
