#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "algorithms/core/archive.hpp"
#include "algorithms/silo/silo_messages.hpp"

// The envelope of the messages in algorithms/silo/silo_messages.hpp. Between
// actors of one process a message's body stays as it is; for another process it
// becomes bytes, which the receiver decodes once, with the bounds that it
// knows.
namespace fedltr {

/// Maximum number of bytes of a message.
inline constexpr std::uint32_t kMaxBytes = 1U << 30;

/// Immutable content of a message, shared by all copies: a body of this
/// process, or bytes.
class Payload {
 public:
  Payload() = default;
  Payload(ByteVector bytes)
      : bytes_(std::make_shared<const ByteVector>(std::move(bytes))),
        size_(bytes_->size()) {}
  template <HasFields Body>
  explicit Payload(Body body)
      : made_(std::make_shared<const Made<Body>>(std::move(body))),
        size_(encoded_size(static_cast<const Made<Body>&>(*made_).body)) {}

  /// Number of bytes for another process.
  std::size_t size() const { return size_; }
  /// Returns the bytes for another process; makes them from a body.
  std::shared_ptr<const ByteVector> bytes() const {
    if (bytes_) return bytes_;
    return std::make_shared<const ByteVector>(made_ ? made_->encoded()
                                                    : ByteVector());
  }
  /// Returns the same as bytes, which keep no body alive.
  Payload packed() const {
    Payload same = *this;
    same.bytes_ = bytes();
    same.made_ = nullptr;
    return same;
  }
  /// Returns the body if it is of this process and type, else null.
  template <class Body>
  const Body* body() const {
    const auto* made = dynamic_cast<const Made<Body>*>(made_.get());
    return made ? &made->body : nullptr;
  }

  void exchange(Archive& archive) {
    ByteVector all = *bytes();
    archive(all);
    if (archive.reading()) *this = Payload(std::move(all));
  }

 private:
  struct AnyBody {
    virtual ~AnyBody() = default;
    virtual ByteVector encoded() const = 0;
  };
  template <class Body>
  struct Made final : AnyBody {
    explicit Made(Body made) : body(std::move(made)) {}
    ByteVector encoded() const override { return encode(body); }
    Body body;
  };

  std::shared_ptr<const ByteVector> bytes_;
  std::shared_ptr<const AnyBody> made_;
  std::size_t size_ = 0;
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
  /// Returns this message with its bytes, for another process.
  SiloMessage packed() const {
    SiloMessage same = *this;
    same.payload = payload.packed();
    return same;
  }

  static constexpr const char* kName = "SiloMessage";
  template <class F>
  auto fields(F&& f) {
    return f(code, attempt, from, to, request, payload);
  }
};

/// Makes a message without sender and receiver.
inline SiloMessage message_of(MessageType type, Payload payload,
                              std::uint32_t request = 0) {
  SiloMessage message;
  message.code = static_cast<std::uint8_t>(type);
  message.request = request;
  message.payload = std::move(payload);
  return message;
}
template <HasFields Body>
SiloMessage message_of(Body body, std::uint32_t request = 0) {
  return message_of(Body::kType, Payload(std::move(body)), request);
}

/// Returns the body of a message of a type that needs no sizes.
/// @throws std::invalid_argument
template <class Body>
Body body_of(const SiloMessage& message) {
  if (const auto* made = message.payload.body<Body>()) return *made;
  return decode<Body>(*message.payload.bytes());
}

/// Returns a valid question.
/// @param documents  number of documents of the owner
/// @throws std::invalid_argument
inline Question question_of(const SiloMessage& message,
                            const SiloProtocol& protocol,
                            std::uint32_t documents) {
  const QuestionKind kind{message.type() == MessageType::kCountQuestion};
  const Question* made = message.payload.body<TopQuestion>();
  if (!made) made = message.payload.body<CountQuestion>();
  if (!made)
    return decode_question(*message.payload.bytes(), protocol, documents, kind);
  require_valid(*made, protocol, documents, kind);
  return *made;
}

/// Number of bytes of a message on the wire without its payload.
inline constexpr std::uint64_t kHeaderBytes = 1 + 5 * 4;

}  // namespace fedltr
