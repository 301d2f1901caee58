#include "actors/link/greeting.hpp"

#include <algorithm>

#include "algorithms/core/archive.hpp"

namespace fedltr::link {
namespace {

template <class T>
std::string with_kind(T& greeting) {
  return static_cast<char>(T::kKind) + archived(greeting);
}

}  // namespace

std::optional<std::uint32_t> common_protocol(const Protocols& a,
                                             const Protocols& b) {
  const std::uint32_t highest = std::min(a.highest, b.highest);
  if (highest < std::max(a.lowest, b.lowest)) return std::nullopt;
  return highest;
}

std::string text_of(const Protocols& protocols) {
  const std::string lowest = std::to_string(protocols.lowest);
  return protocols.lowest == protocols.highest
             ? "protocol " + lowest
             : "protocols " + lowest + " to " +
                   std::to_string(protocols.highest);
}

std::string encode(Hello hello) {
  return with_kind(hello);
}

std::string encode(Welcome welcome) {
  return with_kind(welcome);
}

std::string encode(Refused refused) {
  return with_kind(refused);
}

std::uint8_t kind_of(std::string_view frame) {
  if (frame.empty()) throw ArchiveError("a frame without kind");
  return static_cast<std::uint8_t>(frame.front());
}

template <class T>
T read(std::string_view frame) {
  if (kind_of(frame) != T::kKind) throw ArchiveError("a frame of another kind");
  T value;
  Archive archive(frame.substr(1));
  archive(value);  // does not finish(): later versions may add fields
  return value;
}

template Hello read<Hello>(std::string_view);
template Welcome read<Welcome>(std::string_view);
template Refused read<Refused>(std::string_view);

std::optional<std::uint32_t> protocol_of_earlier(std::string_view frame) {
  // Its Hello was alternative 0 of a variant, and the protocol its first field.
  std::uint8_t kind = 1;
  std::uint32_t protocol = 0;
  if (frame.size() < sizeof kind + sizeof protocol) return std::nullopt;
  Archive archive(frame);
  archive(kind, protocol);
  if (kind != 0) return std::nullopt;
  return protocol;
}

bool is_earlier_refusal(std::string_view frame) {
  // Alternative 2 of a server's messages, 1 of a relay's, which has no `later`.
  try {
    std::uint8_t kind = 0;
    std::string why;
    Archive archive(frame);
    archive(kind, why);
    if (bool later = false; kind == 2) archive(later);
    archive.finish();
    return kind == 1 || kind == 2;
  } catch (const ArchiveError&) {
    return false;
  }
}

}  // namespace fedltr::link
