#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/core/archive.hpp"
#include "algorithms/silo/silo_messages.hpp"

// The envelope of the messages in algorithms/silo/silo_messages.hpp. A payload
// stays bytes until it reaches the relay or its receiver, each of which decodes
// it once, with the bounds that it knows.
namespace fedltr {

/// Maximum number of bytes of a message.
inline constexpr std::uint32_t kMaxBytes = 1U << 30;

/// Immutable bytes, shared by all copies.
class Payload {
 public:
  Payload() = default;
  Payload(ByteVector bytes)
      : bytes_(std::make_shared<const ByteVector>(std::move(bytes))) {}

  std::span<const std::uint8_t> view() const {
    return bytes_ ? std::span<const std::uint8_t>(*bytes_)
                  : std::span<const std::uint8_t>();
  }
  std::size_t size() const { return view().size(); }

  void exchange(Archive& archive) {
    ByteVector bytes(view().begin(), view().end());
    archive(bytes);
    if (archive.reading()) *this = Payload(std::move(bytes));
  }

 private:
  std::shared_ptr<const ByteVector> bytes_;
};

/// The relay's number as a sender and receiver.
inline constexpr std::uint32_t kRelay = ~std::uint32_t{0};

struct SiloMessage {
  std::uint8_t code = 0;      ///< a MessageType, or invalid if a peer sent it
  std::uint32_t attempt = 0;  ///< of key agreement; repeated after an exclusion
  std::uint32_t from = kRelay;
  std::uint32_t to = kRelay;
  /// Number of a request, which its answer repeats: Inquiry::number(), moments,
  /// training_number(); the party of a SiloRefusal or Excluded; the seconds of
  /// a Silence, if a clock counted them, or its reason; otherwise 0.
  std::uint32_t request = 0;
  Payload payload;

  MessageType type() const { return static_cast<MessageType>(code); }

  static constexpr const char* kName = "SiloMessage";
  template <class F>
  auto fields(F&& f) {
    return f(code, attempt, from, to, request, payload);
  }
};

/// Makes a message without sender and receiver from an encoded body.
inline SiloMessage message_of(MessageType type, ByteVector body,
                              std::uint32_t request = 0) {
  SiloMessage message;
  message.code = static_cast<std::uint8_t>(type);
  message.request = request;
  message.payload = Payload(std::move(body));
  return message;
}
template <class Body>
SiloMessage message_of(const Body& body, std::uint32_t request = 0) {
  return message_of(Body::kType, encode(body), request);
}

/// Decodes the payload as a message of a type that needs no sizes.
/// @throws std::invalid_argument
template <class Body>
Body body_of(const SiloMessage& message) {
  return decode<Body>(message.payload.view());
}

/// Number of bytes of a message on the wire without its payload.
inline constexpr std::uint64_t kHeaderBytes = 1 + 5 * 4;

}  // namespace fedltr
