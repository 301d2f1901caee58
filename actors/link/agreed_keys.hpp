#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace fedltr::link {

/// Digest of each key of an agreement with its value, by the key's name, so
/// that a refusal can name the keys that differ.
using AgreedKeys = std::map<std::string, std::uint64_t>;

/// Terms that both sides of a connection have to agree on.
struct Agreed {
  std::string digest;  ///< SHA-256 of all keys and values
  AgreedKeys keys;
  /// Texts of the values, by key, for a refusal; not of flags and files.
  std::map<std::string, std::string> values;
};

/// Names the keys that differ, at most the first three, with the value here;
/// empty if none does.
std::string differing_keys(const Agreed& here, const AgreedKeys& there);

/// Returns why a peer is refused, with the values that it should have; empty if
/// it agrees.
/// @param keys  of the peer
/// @param side  "relay" or "server", this side
std::string objection_to(const Agreed& here, const std::string& digest,
                         const AgreedKeys& keys, const std::string& side);

/// Adds to another side's objection the values here of the keys it names.
std::string with_own_values(const std::string& objection, const Agreed& here);

}  // namespace fedltr::link
