#pragma once

#include <cstdint>
#include <span>

#include "algorithms/silo/silo_messages.hpp"

// The largest messages, written and read a document at a time: nobody holds all
// numbers of an answer, and nothing is allocated for each.
namespace fedltr {

/// The bytes of CountAnswers.
class CountAnswersWriter {
 public:
  /// @param counts  null: the document's budget is spent
  void put(const DocumentCounts* counts) {
    encoder_.put(std::uint8_t{counts != nullptr});
    if (counts != nullptr) encoder_.put(*counts);
  }
  ByteVector take() { return encoder_.take(); }

 private:
  MessageEncoder encoder_;
};

/// A peer's CountAnswers, a document at a time, decoded and found in order.
/// Throws std::invalid_argument with what is wrong.
class CountAnswersReader {
 public:
  /// @param bytes  outlive this
  CountAnswersReader(std::span<const std::uint8_t> bytes,
                     const SiloProtocol& protocol, std::size_t terms);
  CountAnswersReader(const CountAnswersReader&) = delete;
  CountAnswersReader& operator=(const CountAnswersReader&) = delete;

  /// The next document's counts, valid until the next call; null: its budget is
  /// spent.
  const DocumentCounts* next();
  /// After all documents that were asked for.
  void end() const { decoder_.end(); }

 private:
  AnswerSizes sizes_;
  MessageDecoder<AnswerSizes> decoder_;
  DocumentCounts counts_;
};

/// Looks all of them through.
/// @param documents  asked for
void check_count_answers(std::span<const std::uint8_t> bytes,
                         const SiloProtocol& protocol, std::size_t terms,
                         std::size_t documents);

}  // namespace fedltr
