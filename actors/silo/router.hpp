#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "actors/silo/envelope.hpp"

namespace fedltr {

/// Checks the parties' questions to each other, and the answers, before they
/// are passed on: refuses invalid messages, repeated questions, and answers
/// without a question. An asker has at most one open question at each owner.
class Router {
 public:
  /// @param parties    total number of parties
  /// @param documents  number of documents of each member
  Router(const SiloProtocol& protocol, std::uint32_t parties,
         std::map<std::uint32_t, std::uint32_t> documents);

  /// Checks a question and notes its answer's type.
  /// @param message  heading of the question
  /// @return  true if it is to be passed on; false if the asked party has been
  ///          excluded, which the asking one does not know yet
  /// @throws std::invalid_argument for an invalid question
  bool take(const SiloMessage& message, const Question& question);
  /// Takes a question or an answer that was valid before, when it had content.
  /// @return  as for a question; true for an answer
  /// @throws std::invalid_argument  if its heading is invalid
  bool take(const SiloMessage& message, const Delivered& delivered);
  /// Checks an answer.
  /// @param message  heading of the answer
  /// @throws std::invalid_argument for an invalid answer
  void take(const SiloMessage& message, const TopAnswer& answer);
  void take(const SiloMessage& message, const PackedCounts& answer);

  /// True if a party has a question that is not answered yet.
  bool waits(std::uint32_t party) const;

  /// True if a party has to answer another party's question.
  bool owes(std::uint32_t party) const;
  /// Bound on the number of questions that a party has asked, by their numbers.
  std::uint64_t questions(std::uint32_t party) const;

  /// Excludes a party: its answers are no longer awaited, and answers to it are
  /// still valid.
  void exclude(std::uint32_t party);

 private:
  /// A question that an owner has not answered yet.
  struct Owed {
    MessageType answer;
    std::uint32_t request;
    std::size_t terms;
    std::size_t documents;
  };
  using Pair = std::pair<std::uint32_t, std::uint32_t>;  ///< asker, owner
  using Waiting = std::map<Pair, Owed>;

  /// Checks a question's heading, and notes its number.
  /// @return  as take()
  bool note(const SiloMessage& question);
  void await_answer(const SiloMessage& question, std::size_t terms,
                    std::size_t documents);
  /// @throws std::invalid_argument unless the answer is awaited
  Waiting::iterator question_to(const SiloMessage& answer);

  const SiloProtocol& protocol_;
  std::uint32_t parties_;
  std::map<std::uint32_t, std::uint32_t>
      documents_;  ///< number of documents of each member
  Waiting owed_;
  std::map<Pair, std::uint64_t> next_;  ///< minimum number of the next question
};

}  // namespace fedltr
