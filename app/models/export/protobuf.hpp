#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace fedltr {

/// Writes a message of protocol buffers, field by field
/// (protobuf.dev/programming-guides/encoding).
class ProtobufMessage {
 public:
  /// A varint: int32, int64 or an enum, none of them negative here.
  ProtobufMessage& number(int field, std::uint64_t value);
  /// string or bytes.
  ProtobufMessage& text(int field, std::string_view bytes);
  ProtobufMessage& message(int field, const ProtobufMessage& inner) {
    return text(field, inner.bytes_);
  }

  const std::string& bytes() const { return bytes_; }

 private:
  void varint(std::uint64_t value);

  std::string bytes_;
};

}  // namespace fedltr
