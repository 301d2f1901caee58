#pragma once

#include <array>
#include <cstring>
#include <limits>
#include <map>
#include <random>
#include <vector>

#include "tests/support/changed_bytes.hpp"

namespace fedltr::test {

/// Spoils messages in ways that follow from a seed: drops, repeats, delays and
/// forges them, or their headings and numbers. Half of the seeds prefer one
/// type of message, so that rare types are spoilt as well.
class Liar {
 public:
  static constexpr std::uint32_t kParties = 4;

  /// @param relay  true if receivers have to be parties
  Liar(std::uint64_t seed, bool relay, SiloProtocol protocol)
      : dice_(seed),
        protocol_(std::move(protocol)),
        relay_(relay),
        favourite_(static_cast<MessageType>(seed / 2 % kMessageTypes)),
        prefers_(seed % 2 == 0) {}

  /// Returns what is sent in place of a message.
  std::vector<SiloMessage> instead_of(const SiloMessage& message) {
    const bool lies = prefers_ ? message.type() == favourite_ && below(2) == 0
                               : below(40) == 0;
    std::vector<SiloMessage> sent{message};
    if (lies) {
      ++lies_[message.type()];
      sent = spoilt(message);
    }
    if (before_.size() < 64) before_.push_back(message);
    return sent;
  }

  /// Number of lies, by type.
  const std::map<MessageType, int>& lies() const { return lies_; }

 private:
  std::uint64_t below(std::uint64_t bound) { return dice_() % bound; }

  std::vector<SiloMessage> spoilt(SiloMessage message) {
    switch (below(10)) {
      case 0:
        return {};
      case 1:
        return {message, message};
      case 2:
        return {changed(message, &Liar::flip)};
      case 3:
        return {changed(message, &Liar::resize)};
      case 4:
        message.request +=
            below(2) == 0 ? 1 : static_cast<std::uint32_t>(dice_());
        return {message};
      case 5:
        return {with_heading(message)};
      case 6:
        return {with_changed(message, protocol_, [this](auto& packed) {
          packed.code = static_cast<std::uint8_t>(below(kMessageTypes + 2));
        })};
      case 7:
        return {message, earlier(message)};
      case 8:
        return {earlier(message)};
      default:
        return {changed(message, &Liar::set_number)};
    }
  }

  SiloMessage changed(const SiloMessage& message,
                      void (Liar::*change)(ByteVector&)) {
    return with_changed(message, protocol_, [this, change](auto& packed) {
      (this->*change)(packed.body);
    });
  }
  void flip(ByteVector& bytes) {
    for (std::uint64_t i = 1 + below(4); i > 0 && !bytes.empty(); --i)
      bytes[below(bytes.size())] ^= static_cast<std::uint8_t>(1U << below(8));
  }
  void resize(ByteVector& bytes) {
    bytes.resize(below(2) == 0 ? below(bytes.size() + 1)
                               : bytes.size() + below(100));
  }
  /// Sets a number of eight bytes, counted from the end, to an extreme one.
  void set_number(ByteVector& bytes) {
    if (bytes.size() < 8) return;
    constexpr std::array kExtremes = {0.0,
                                      -0.0,
                                      1e9,
                                      -1e12,
                                      1.7e308,
                                      5e-324,
                                      std::numeric_limits<double>::infinity(),
                                      std::numeric_limits<double>::quiet_NaN()};
    const double extreme = kExtremes[below(kExtremes.size())];
    const std::uint64_t whole = std::uint64_t{1} << below(64);
    std::uint8_t* const at =
        bytes.data() + bytes.size() - 8 * (1 + below(bytes.size() / 8));
    below(2) == 0 ? std::memcpy(at, &extreme, 8) : std::memcpy(at, &whole, 8);
  }
  SiloMessage with_heading(SiloMessage message) {
    const auto any = static_cast<std::uint32_t>(below(kParties + 1));
    switch (below(3)) {
      case 0:
        message.attempt += below(2) == 0 ? 1U : ~0U;
        break;
      case 1:
        message.from = any < kParties ? any : kRelay;
        break;
      default:
        message.to = any < kParties || relay_ ? any % kParties : kRelay;
    }
    return message;
  }
  /// An earlier message, of now.
  SiloMessage earlier(const SiloMessage& message) {
    if (before_.empty()) return message;
    SiloMessage again = before_[below(before_.size())];
    again.attempt = message.attempt;
    if (relay_) again.to = message.to;
    return again;
  }

  std::mt19937_64 dice_;
  SiloProtocol protocol_;
  bool relay_;
  MessageType favourite_;
  bool prefers_;
  std::vector<SiloMessage> before_;
  std::map<MessageType, int> lies_;
};

}  // namespace fedltr::test
