#pragma once

#include <cstdint>
#include <span>

#include "algorithms/silo/silo_messages.hpp"

// The largest messages, written and read one document at a time: no side holds
// all numbers of an answer or allocates for each.
namespace fedltr {

/// Writes the bytes of CountAnswers.
class CountAnswersWriter {
 public:
  /// @param counts  null if the document's budget is spent
  void put(const DocumentCounts* counts) {
    encoder_.put(std::uint8_t{counts != nullptr});
    if (counts != nullptr) encoder_.put(*counts);
  }
  ByteVector take() { return encoder_.take(); }

 private:
  MessageEncoder encoder_;
};

/// Reads a peer's CountAnswers one document at a time and validates it. Throws
/// std::invalid_argument with the reason.
class CountAnswersReader {
 public:
  /// @param bytes  must outlive this
  CountAnswersReader(std::span<const std::uint8_t> bytes,
                     const SiloProtocol& protocol, std::size_t terms);
  CountAnswersReader(const CountAnswersReader&) = delete;
  CountAnswersReader& operator=(const CountAnswersReader&) = delete;

  /// Returns the next document's counts, valid until the next call; null if its
  /// budget is spent.
  const DocumentCounts* next();
  /// Call it after all requested documents.
  void end() const { decoder_.end(); }

 private:
  AnswerSizes sizes_;
  MessageDecoder<AnswerSizes> decoder_;
  DocumentCounts counts_;
};

/// Validates all of them.
/// @param documents  number of requested documents
void check_count_answers(std::span<const std::uint8_t> bytes,
                         const SiloProtocol& protocol, std::size_t terms,
                         std::size_t documents);

}  // namespace fedltr
