#pragma once

#include "algorithms/silo/silo_messages.hpp"

// Decode and validate in one step, as a receiver does in two.
namespace fedltr::test {

inline Question decode_question(std::span<const std::uint8_t> bytes,
                                const SiloProtocol& protocol,
                                std::uint32_t documents, QuestionKind kind) {
  Question question = decode<Question>(bytes, sizes_of(protocol, kind));
  require_valid(question, protocol, documents, kind);
  return question;
}

inline TopAnswer decode_top_answer(std::span<const std::uint8_t> bytes,
                                   const SiloProtocol& protocol,
                                   std::size_t terms, std::uint32_t documents) {
  TopAnswer answer = decode<TopAnswer>(
      bytes, sizes_of(protocol, kMaxTerms, kMaxDocuments * protocol.values()));
  require_valid(answer, protocol, terms, documents);
  return answer;
}

}  // namespace fedltr::test
