#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "actors/consortium/conversation.hpp"
#include "algorithms/core/archive.hpp"

// What a relay and the parties send each other; a frame holds one message:
//
//   party -> relay  Hello       answered by Welcome or Refused
//   both            Carried     a silo's message
//   (algorithms/silo/silo_messages.hpp) party -> relay  Bye         it has all,
//   or leaves relay -> party  Dismissed   the run failed, or goes on without
//   the party
//
// Frames are hostile: decode() throws ArchiveError for what is no message of
// that side; what is carried is checked by the relay and the party it is for.
namespace fedltr::consortium {

/// Changes whenever a frame does.
inline constexpr std::uint32_t kProtocol = 1;

/// Says who the party is, and what it has agreed to.
struct Hello {
  static constexpr const char* kName = "Hello";
  std::uint32_t protocol = kProtocol;
  std::string version;         ///< of fedltr, and the commit it was built from
  std::string name;            ///< the member's
  std::string token;           ///< secret; of the consortium's CA
  std::string digest;          ///< SHA-256 of the agreement
  std::uint64_t process = 0;   ///< random: another one has lost what was said
  std::uint64_t received = 0;  ///< Carried messages that it has

  template <class F>
  auto fields(F&& f) {
    return f(protocol, version, name, token, digest, process, received);
  }
};

struct Welcome {
  static constexpr const char* kName = "Welcome";
  std::string digest;  ///< as in Hello: both sides see that it is the same
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
