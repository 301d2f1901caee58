#include "algorithms/silo/silo_body.hpp"

#include <array>
#include <limits>
#include <stdexcept>
#include <utility>

namespace fedltr {
namespace {

static_assert(std::variant_size_v<SiloBody> == kMessageTypes + 2);

template <std::size_t i>
using BodyOf = std::variant_alternative_t<i, SiloBody>;

template <std::size_t... i>
constexpr auto names(std::index_sequence<i...>) {
  return std::array{BodyOf<i>::kName...};
}

template <class Body>
AnswerSizes known_sizes(const SiloProtocol& protocol) {
  if constexpr (std::same_as<Body, TopQuestion>)
    return sizes_of(protocol, QuestionKind::kTop);
  else if constexpr (std::same_as<Body, CountQuestion>)
    return sizes_of(protocol, QuestionKind::kCounts);
  else  // of the NAIVE answers, the bytes bound the number
    return sizes_of(protocol, kMaxTerms,
                    std::numeric_limits<std::size_t>::max() / kMaxTerms);
}

template <class Body>
SiloBody decoded(std::span<const std::uint8_t> bytes,
                 const SiloProtocol& protocol) {
  return decode<Body>(bytes, known_sizes<Body>(protocol));
}

template <std::size_t... i>
constexpr auto decoders(std::index_sequence<i...>) {
  return std::array{&decoded<BodyOf<i>>...};
}

constexpr auto kEach = std::make_index_sequence<kMessageTypes>();

}  // namespace

const char* name_of(MessageType type) {
  static constexpr auto kTable = names(kEach);
  const auto place = static_cast<std::size_t>(type);
  return place < kTable.size() ? kTable[place] : "unknown message";
}

MessageType type_of(const SiloBody& body) {
  if (const auto* invalid = std::get_if<InvalidBody>(&body))
    return static_cast<MessageType>(invalid->code);
  if (const auto* delivered = std::get_if<Delivered>(&body))
    return static_cast<MessageType>(delivered->code);
  return static_cast<MessageType>(body.index());
}

ByteVector bytes_of(const SiloBody& body) {
  return std::visit([](const auto& each) { return encode(each); }, body);
}

std::size_t size_of(const SiloBody& body) {
  return std::visit([](const auto& each) { return encoded_size(each); }, body);
}

SiloBody body_of(std::uint8_t code, const ByteVector& bytes,
                 const SiloProtocol& protocol) {
  static constexpr auto kTable = decoders(kEach);
  try {
    require(code < kTable.size(), "is of no known type");
    return kTable[code](bytes, protocol);
  } catch (const std::invalid_argument& error) {
    return InvalidBody{code, bytes, error.what()};
  }
}

}  // namespace fedltr
