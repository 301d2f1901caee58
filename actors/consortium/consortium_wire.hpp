#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "actors/link/agreed_keys.hpp"
#include "actors/link/conversation.hpp"
#include "actors/link/greeting.hpp"
#include "actors/silo/envelope.hpp"
#include "algorithms/core/archive.hpp"

// Messages between a relay and the parties, after the greeting of actors/link:
//
//   party -> relay  Join        answered by Welcome, or the party is refused
//   both            Carried     a message of algorithms/silo/silo_messages.hpp,
//                               packed
//   party -> relay  Bye         the party has received everything, or leaves
//   relay -> party  Dismissed   the run failed, or excludes the party
//
// Frames are hostile: unarchived() throws ArchiveError for an invalid message
// of that side. unpacked() decodes a carried message, the only time that a
// process does; the relay and the receiver check its content.
namespace fedltr::consortium {

/// Protocols of this program. A new one is due whenever the format of a frame
/// or of a silo's message changes, or a number that a party computes from the
/// same agreement. Protocol 1 had no range: both sides needed the same commit.
/// In protocol 2 moments came after questions; in 3 no head of a ledger came;
/// in 4 no key had a proof.
inline constexpr link::Protocols kProtocols = {5, 5};

/// Refuses a party of protocol 1.
inline std::string refuse_earlier(const std::string& why) {
  std::uint8_t alternative = 1;
  std::string text = why;
  Archive archive;
  archive(alternative, text);
  return archive.take();
}

/// A SiloMessage in frames and journals.
struct PackedMessage {
  static constexpr const char* kName = "SiloMessage";
  std::uint8_t code = 0;  ///< a MessageType, or invalid if a peer sent it
  std::uint32_t attempt = 0;
  std::uint32_t from = kRelay;
  std::uint32_t to = kRelay;
  std::uint32_t request = 0;
  ByteVector body;

  MessageType type() const { return static_cast<MessageType>(code); }

  auto fields(auto&& f) { return f(code, attempt, from, to, request, body); }
};

inline PackedMessage packed(const SiloMessage& message) {
  return {static_cast<std::uint8_t>(message.type()),
          message.attempt,
          message.from,
          message.to,
          message.request,
          bytes_of(message.body())};
}

inline SiloMessage with_heading(SiloMessage message,
                                const PackedMessage& packed) {
  message.attempt = packed.attempt;
  message.from = packed.from;
  message.to = packed.to;
  message.request = packed.request;
  return message;
}

/// @return  a message with an InvalidBody if a peer sent one
inline SiloMessage unpacked(const PackedMessage& packed,
                            const SiloProtocol& protocol) {
  return with_heading(SiloMessage(body_of(packed.code, packed.body, protocol),
                                  packed.body.size()),
                      packed);
}

using Carried = link::Carried<PackedMessage>;
using Conversation = link::Conversation<PackedMessage>;

/// Identifies the party's run.
struct Join {
  static constexpr const char* kName = "Join";
  std::string digest;         ///< SHA-256 of the agreement
  link::AgreedKeys keys;      ///< of the agreement
  std::uint64_t process = 0;  ///< random: another process has lost all messages
  std::uint64_t received = 0;  ///< number of Carried messages that it has

  auto fields(auto&& f) { return f(digest, keys, process, received); }
};

struct Welcome {
  static constexpr const char* kName = "Welcome";
  std::string digest;  ///< as in Join, for the party to compare
  std::uint64_t received = 0;

  auto fields(auto&& f) { return f(digest, received); }
};

struct Dismissed {
  static constexpr const char* kName = "Dismissed";
  std::string why;

  auto fields(auto&& f) { return f(why); }
};

struct Bye {
  static constexpr const char* kName = "Bye";

  auto fields(auto&& f) { return f(); }
};

using FromParty = std::variant<Join, Carried, Bye>;
using FromRelay = std::variant<Welcome, Carried, Dismissed>;

}  // namespace fedltr::consortium
