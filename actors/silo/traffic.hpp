#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "actors/silo/envelope.hpp"

namespace fedltr {

struct Traffic {
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;  ///< with headers

  Traffic& operator+=(const Traffic& other) {
    messages += other.messages;
    bytes += other.bytes;
    return *this;
  }
};

/// Returns the traffic of a message.
inline Traffic traffic_of(const SiloMessage& message) {
  return {1, kHeaderBytes + message.size()};
}

/// True if messages of this type go from party to party: questions and answers,
/// and heads of the ledgers of answers.
constexpr bool passes_between_parties(MessageType type) {
  return (type >= MessageType::kTopQuestion &&
          type <= MessageType::kCountAnswers) ||
         type == MessageType::kLedgerHead;
}

/// Counts the messages between a relay and its parties.
///
/// Questions and answers count once all are answered, and only those between
/// parties that remain: the amount that others had sent before their exclusion
/// depends on its time.
class TrafficMeter {
 public:
  explicit TrafficMeter(std::uint32_t parties);

  /// Counts a party's message; ignores one of unknown type.
  void count_from(const SiloMessage& message);
  /// Counts the relay's message to a party.
  void count_to(std::uint32_t party, const SiloMessage& message);
  void count_passed(const std::set<std::uint32_t>& members);

  /// By MessageType, from parties.
  const std::vector<Traffic>& by_type() const { return by_type_; }
  /// By party, to the relay.
  const std::vector<Traffic>& sent() const { return sent_; }
  /// By party, from the relay.
  const std::vector<Traffic>& received() const { return received_; }

 private:
  using Pair = std::pair<std::uint32_t, std::uint32_t>;  ///< sender, receiver

  std::vector<Traffic> by_type_;
  std::vector<Traffic> sent_;
  std::vector<Traffic> received_;
  std::map<Pair, std::map<std::size_t, Traffic>> passed_;  ///< by type
};

}  // namespace fedltr
