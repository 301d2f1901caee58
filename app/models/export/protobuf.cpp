#include "app/models/export/protobuf.hpp"

namespace fedltr {
namespace {

constexpr int kVarint = 0;
constexpr int kLengthDelimited = 2;

}  // namespace

ProtobufMessage& ProtobufMessage::number(int field, std::uint64_t value) {
  varint(static_cast<std::uint64_t>(field << 3 | kVarint));
  varint(value);
  return *this;
}

ProtobufMessage& ProtobufMessage::text(int field, std::string_view bytes) {
  varint(static_cast<std::uint64_t>(field << 3 | kLengthDelimited));
  varint(bytes.size());
  bytes_ += bytes;
  return *this;
}

void ProtobufMessage::varint(std::uint64_t value) {
  for (; value >= 0x80; value >>= 7)
    bytes_ += static_cast<char>(0x80 | (value & 0x7f));
  bytes_ += static_cast<char>(value);
}

}  // namespace fedltr
