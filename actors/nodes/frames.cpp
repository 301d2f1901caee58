#include "actors/nodes/frames.hpp"

#include <cstdint>
#include <cstring>

#include "algorithms/core/archive.hpp"

namespace fedltr {

void FrameReader::feed(std::string_view bytes) {
  // What was handed out is dropped once it is most of it.
  if (begin_ > waiting_.size() / 2) {
    waiting_.erase(0, begin_);
    begin_ = 0;
  }
  waiting_.append(bytes);
}

std::optional<std::string> FrameReader::next() {
  std::uint32_t length = 0;
  const std::size_t left = waiting_.size() - begin_;
  if (left < sizeof length) return std::nullopt;
  std::memcpy(&length, waiting_.data() + begin_, sizeof length);
  if (length > most_)
    throw ArchiveError("a message of " + std::to_string(length) +
                       " bytes, of which " + std::to_string(most_) +
                       " are allowed");
  if (left - sizeof length < length) return std::nullopt;
  std::string frame = waiting_.substr(begin_ + sizeof length, length);
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

}  // namespace fedltr
