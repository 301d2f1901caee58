#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

// The first frames of a connection, and the refusal that may end it at any
// time:
//
//   connecting -> accepting side  Hello    answered by Welcome or Refused
//   accepting -> connecting side  Refused
//
// A frame begins with a byte for its kind; the rest of a kMessage frame is a
// message of the protocol that the sides have chosen. The three formats here
// are of no protocol: they never change, except that fields may be added at
// their end, which a side that does not know them ignores.
namespace fedltr::link {

/// Numbers of the protocols that a side speaks. A protocol determines the
/// format of messages, and all numbers that a side computes for another.
struct Protocols {
  std::uint32_t lowest = 1;
  std::uint32_t highest = 1;

  auto fields(auto&& f) { return f(lowest, highest); }
};

/// Returns the highest protocol that both sides speak; nullopt if there is
/// none.
std::optional<std::uint32_t> common_protocol(const Protocols& a,
                                             const Protocols& b);

/// Returns "protocol 5", or "protocols 5 to 7".
std::string text_of(const Protocols& protocols);

/// Identifies the connecting side.
struct Hello {
  static constexpr std::uint8_t kKind = 0x80;
  Protocols protocols;
  std::string version;  ///< of fedltr, for the log only
  std::string name;     ///< as in its certificate
  std::string token;    ///< secret, issued by the CA

  auto fields(auto&& f) { return f(protocols, version, name, token); }
};

/// Accepts the connecting side.
struct Welcome {
  static constexpr std::uint8_t kKind = 0x81;
  std::uint32_t protocol = 0;  ///< chosen
  std::string version;         ///< of fedltr, for the log only

  auto fields(auto&& f) { return f(protocol, version); }
};

/// Ends the connection.
struct Refused {
  static constexpr std::uint8_t kKind = 0x82;
  std::string why;
  bool later = false;  ///< another try may succeed

  auto fields(auto&& f) { return f(why, later); }
};

/// Kind of all other frames.
inline constexpr std::uint8_t kMessage = 0x83;

std::string encode(Hello hello);
std::string encode(Welcome welcome);
std::string encode(Refused refused);

/// Returns a frame's kind. @throws ArchiveError  if it is empty
std::uint8_t kind_of(std::string_view frame);
/// Reads a frame of kind T::kKind, for Hello, Welcome and Refused.
/// @throws ArchiveError
template <class T>
T read(std::string_view frame);

/// Returns the protocol of a side whose Hello has no range: 4 or less of a
/// node, 1 of a party. Returns nullopt for any other frame.
std::optional<std::uint32_t> protocol_of_earlier(std::string_view frame);
/// True if a server or relay of such a protocol refuses us.
bool is_earlier_refusal(std::string_view frame);

/// A side's part in the greeting. A side that accepts connections has
/// `knows_token`; the others have `name` and `token`.
struct Terms {
  Protocols protocols;
  std::string version;               ///< of fedltr, for the peer's log
  std::string accepting = "server";  ///< noun for the accepting side
  std::string name;
  std::string token;
  /// Returns true if the token was issued to the peer; nullopt if this can't be
  /// read now, which neither admits nor drops a peer.
  std::function<std::optional<bool>(const std::string& name,
                                    const std::string& token)>
      knows_token;
  /// Returns a refusal that a side without range understands.
  std::string (*refuse_earlier)(const std::string& why) = nullptr;
};

}  // namespace fedltr::link
