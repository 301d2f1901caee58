#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "actors/consortium/conversation.hpp"
#include "algorithms/core/archive.hpp"

// Messages between a relay and the parties; a frame holds one message:
//
//   party -> relay  Hello       answered by Welcome or Refused
//   both            Carried     a message of algorithms/silo/silo_messages.hpp
//   party -> relay  Bye         the party has received everything, or leaves
//   relay -> party  Dismissed   the run failed, or excludes the party
//
// Frames are hostile: decode() throws ArchiveError for an invalid message of
// that side; the relay and the receiver check the carried message.
namespace fedltr::consortium {

/// Changes whenever the format of a frame does.
inline constexpr std::uint32_t kProtocol = 1;

/// Identifies the party and its agreement.
struct Hello {
  static constexpr const char* kName = "Hello";
  std::uint32_t protocol = kProtocol;
  std::string version;        ///< of fedltr, with the commit of its build
  std::string name;           ///< of the member
  std::string token;          ///< secret, issued by the consortium's CA
  std::string digest;         ///< SHA-256 of the agreement
  std::uint64_t process = 0;  ///< random: another process has lost all messages
  std::uint64_t received = 0;  ///< number of Carried messages that it has

  template <class F>
  auto fields(F&& f) {
    return f(protocol, version, name, token, digest, process, received);
  }
};

struct Welcome {
  static constexpr const char* kName = "Welcome";
  std::string digest;  ///< as in Hello, for the party to compare
  std::uint64_t received = 0;

  template <class F>
  auto fields(F&& f) {
    return f(digest, received);
  }
};

struct Refused {
  static constexpr const char* kName = "Refused";
  std::string why;

  template <class F>
  auto fields(F&& f) {
    return f(why);
  }
};

struct Dismissed {
  static constexpr const char* kName = "Dismissed";
  std::string why;

  template <class F>
  auto fields(F&& f) {
    return f(why);
  }
};

struct Bye {
  static constexpr const char* kName = "Bye";

  template <class F>
  auto fields(F&& f) {
    return f();
  }
};

using FromParty = std::variant<Hello, Carried, Bye>;
using FromRelay = std::variant<Welcome, Refused, Carried, Dismissed>;

/// @tparam Message  FromParty or FromRelay
template <class Message>
std::string encode(Message message) {
  return archived(message);
}
/// @throws ArchiveError
template <class Message>
Message decode(std::string_view frame) {
  return unarchived<Message>(frame);
}

}  // namespace fedltr::consortium
