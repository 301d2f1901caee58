#include "actors/silo/router.hpp"

#include <algorithm>
#include <string>

#include "algorithms/silo/count_answers.hpp"

namespace fedltr {

Router::Router(const SiloProtocol& protocol, std::uint32_t parties,
               std::map<std::uint32_t, std::uint32_t> documents)
    : protocol_(protocol),
      parties_(parties),
      documents_(std::move(documents)) {}

bool Router::take_question(const SiloMessage& message) {
  require(message.to < parties_ && message.to != message.from,
          "asked itself or an unknown party");
  const auto owner = documents_.find(message.to);
  if (owner == documents_.end()) return false;
  const Pair pair{message.from, message.to};
  require(!owed_.contains(pair), "asked before the last answer came");
  std::uint64_t& next = next_[pair];
  require(message.request >= next, "asked the same again");
  const std::uint64_t most = protocol_.most_questions(
      std::max(owner->second, documents_.at(message.from)));
  require(message.request < most, "asked more than " + std::to_string(most) +
                                      " questions of one party");
  next = std::uint64_t{message.request} + 1;
  const bool counts = message.type() == MessageType::kCountQuestion;
  const Question question = question_of(message, protocol_, owner->second);
  owed_[pair] = {counts ? MessageType::kCountAnswers : MessageType::kTopAnswer,
                 message.request, question.terms.size(),
                 question.documents.size()};
  return true;
}

void Router::take_answer(const SiloMessage& message) {
  const auto owed = owed_.find({message.to, message.from});
  require(owed != owed_.end() && owed->second.answer == message.type() &&
              owed->second.request == message.request,
          "answered an unknown question");
  const Owed& asked = owed->second;
  const std::uint32_t documents = documents_.at(message.from);
  if (message.type() != MessageType::kTopAnswer)
    check_count_answers(*message.payload.bytes(), protocol_, asked.terms,
                        asked.documents);
  else if (const auto* told = message.payload.body<TopAnswer>())
    require_valid(*told, protocol_, asked.terms, documents);
  else
    decode_top_answer(*message.payload.bytes(), protocol_, asked.terms,
                      documents);
  owed_.erase(owed);
}

bool Router::waits(std::uint32_t party) const {
  return std::ranges::any_of(
      owed_, [&](const auto& owed) { return owed.first.first == party; });
}

bool Router::owes(std::uint32_t party) const {
  return std::ranges::any_of(
      owed_, [&](const auto& owed) { return owed.first.second == party; });
}

std::uint64_t Router::questions(std::uint32_t party) const {
  std::uint64_t sum = 0;
  for (const auto& [pair, next] : next_)
    if (pair.first == party) sum += next;
  return sum;
}

void Router::exclude(std::uint32_t party) {
  documents_.erase(party);
  std::erase_if(owed_,
                [&](const auto& owed) { return owed.first.second == party; });
}

}  // namespace fedltr
