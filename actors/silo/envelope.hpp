#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "algorithms/silo/silo_body.hpp"

// The envelope of the messages in algorithms/silo/silo_messages.hpp between the
// actors of a process. consortium_wire.hpp packs it for another process.
namespace fedltr {

/// Maximum number of bytes of a message.
inline constexpr std::uint32_t kMaxBytes = 1U << 30;

/// The relay's number as a sender and receiver.
inline constexpr std::uint32_t kRelay = ~std::uint32_t{0};

class SiloMessage {
 public:
  std::uint32_t attempt = 0;  ///< of key agreement; repeated after an exclusion
  std::uint32_t from = kRelay;
  std::uint32_t to = kRelay;
  /// Number of a request, which its answer repeats: Inquiry::number(), moments,
  /// training_number(); the party of a SiloRefusal or Excluded; the seconds of
  /// a Silence, if a clock counted them, or its reason; otherwise 0.
  std::uint32_t request = 0;

  SiloMessage() : SiloMessage(EndSilo()) {}
  explicit SiloMessage(SiloBody body)
      : body_(std::make_shared<const SiloBody>(std::move(body))),
        size_(size_of(*body_)) {}
  /// A message from a peer, whose content is not checked yet.
  /// @param size  number of the bytes
  SiloMessage(SiloBody body, std::size_t size)
      : body_(std::make_shared<const SiloBody>(std::move(body))), size_(size) {}

  /// The content, which all copies share.
  const SiloBody& body() const { return *body_; }
  MessageType type() const { return type_of(*body_); }
  /// Number of bytes of the body for another process.
  std::size_t size() const { return size_; }

 private:
  std::shared_ptr<const SiloBody> body_;
  std::size_t size_;
};

/// Makes a message without sender and receiver.
inline SiloMessage message_of(SiloBody body, std::uint32_t request = 0) {
  SiloMessage message(std::move(body));
  message.request = request;
  return message;
}

/// Returns the body of a message of this type.
/// @throws std::invalid_argument  for another one
template <class Body>
const Body& body_of(const SiloMessage& message) {
  if (const auto* body = std::get_if<Body>(&message.body())) return *body;
  const auto* invalid = std::get_if<InvalidBody>(&message.body());
  throw std::invalid_argument(invalid ? invalid->why : "is of another type");
}

/// True for questions of one party to another.
constexpr bool is_question(MessageType type) {
  return type == MessageType::kTopQuestion ||
         type == MessageType::kCountQuestion;
}
/// True for answers to them.
constexpr bool is_answer(MessageType type) {
  return type == MessageType::kTopAnswer || type == MessageType::kCountAnswers;
}

/// Returns the kind of a question.
inline QuestionKind kind_of(const SiloMessage& question) {
  return QuestionKind{question.type() == MessageType::kCountQuestion};
}

/// Number of bytes of a message on the wire without its body.
inline constexpr std::uint64_t kHeaderBytes = 1 + 5 * 4;

}  // namespace fedltr
