#include "actors/link/frames.hpp"

#include <cstdint>
#include <cstring>

#include "algorithms/core/archive.hpp"

namespace fedltr {

void FrameReader::feed(std::string_view bytes) {
  // Drops bytes already read once they are more than half.
  if (begin_ > received_.size() / 2) {
    received_.erase(0, begin_);
    begin_ = 0;
  }
  received_.append(bytes);
}

std::optional<std::string> FrameReader::next() {
  std::uint32_t length = 0;
  const std::size_t left = received_.size() - begin_;
  if (left < sizeof length) return std::nullopt;
  std::memcpy(&length, received_.data() + begin_, sizeof length);
  if (length > max_bytes_)
    throw ArchiveError("a message of " + std::to_string(length) +
                       " bytes, of which " + std::to_string(max_bytes_) +
                       " are allowed");
  if (left - sizeof length < length) return std::nullopt;
  std::string frame = received_.substr(begin_ + sizeof length, length);
  begin_ += sizeof length + length;
  return frame;
}

std::string framed(std::string_view bytes) {
  const auto length = static_cast<std::uint32_t>(bytes.size());
  std::string frame(sizeof length, '\0');
  std::memcpy(frame.data(), &length, sizeof length);
  frame += bytes;
  return frame;
}

std::string printable(std::string_view text, std::size_t most) {
  std::string clean;
  for (const char each : text.substr(0, most))
    clean += each >= ' ' && each <= '~' ? each : '?';
  if (text.size() > most) clean += "...";
  return clean;
}

}  // namespace fedltr
