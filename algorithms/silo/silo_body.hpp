#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "algorithms/silo/ledger_head.hpp"
#include "algorithms/silo/metric_messages.hpp"

// The body of a silo's message, whichever it is. A process that receives bytes
// decodes them once.
namespace fedltr {

/// Bytes of a peer that are no message.
struct InvalidBody {
  std::uint8_t code = 0;  ///< a MessageType, or none
  ByteVector bytes;
  std::string why;  ///< a verb and its object: "is shorter than it should be"
  auto fields(auto&& f) { return f(rest(bytes)); }
};

/// A question, an answer, frequencies or their sum of which a journal keeps
/// only this, since no later process needs the rest.
struct Delivered {
  std::uint8_t code = 0;        ///< a MessageType
  std::uint32_t terms = 0;      ///< number of terms of a question
  std::uint32_t documents = 0;  ///< number of documents of a question
  /// After an answer: the documents that the asker then asked for counts in.
  std::vector<std::uint32_t> fetched;
  auto fields(auto&& f) { return f(); }
};

/// All messages, in the order of MessageType, then the invalid ones and those
/// without content.
using SiloBody =
    std::variant<BeginKeys, PartyKey, PartyKeys, WrappedKey, Frequencies,
                 FrequencySum, TopQuestion, TopAnswer, CountQuestion,
                 PackedCounts, QuestionsDone, AskMoments, MaskedMoments,
                 MomentSum, TrainAlone, Trained, LocalModel, Generator,
                 GradientStep, Gradient, FinalModel, EndSilo, SiloRefusal,
                 Silence, Excluded, AskMetrics, SealedMetrics, MetricsOfOthers,
                 SealedHead, InvalidBody, Delivered>;

/// True for answers to another party's questions.
template <class Body>
inline constexpr bool kIsAnswer =
    std::same_as<Body, TopAnswer> || std::same_as<Body, PackedCounts>;

/// Returns kName of each type.
/// @return  "unknown message" for a number that is no type
const char* name_of(MessageType type);

/// Returns the type; that of an invalid body is the sender's claim.
MessageType type_of(const SiloBody& body);
/// Returns the bytes for another process.
ByteVector bytes_of(const SiloBody& body);
/// Returns the number of bytes_of().
std::size_t size_of(const SiloBody& body);
/// Decodes a peer's bytes, and bounds every size by the protocol. Sizes that
/// follow from earlier messages, and values, are for require_valid().
/// @param code  of bytes' MessageType
/// @return      an InvalidBody for invalid ones
SiloBody body_of(std::uint8_t code, const ByteVector& bytes,
                 const SiloProtocol& protocol);

}  // namespace fedltr
