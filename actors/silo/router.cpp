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

bool Router::note(const SiloMessage& message) {
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
  return true;
}

void Router::await_answer(const SiloMessage& question, std::size_t terms,
                          std::size_t documents) {
  const bool of_counts = kind_of(question) == QuestionKind::kCounts;
  owed_[{question.from, question.to}] = {
      of_counts ? MessageType::kCountAnswers : MessageType::kTopAnswer,
      question.request, terms, documents};
}

bool Router::take(const SiloMessage& message, const Question& question) {
  if (!note(message)) return false;
  require_valid(question, protocol_, documents_.at(message.to),
                kind_of(message));
  await_answer(message, question.terms.size(), question.documents.size());
  return true;
}

bool Router::take(const SiloMessage& message, const Delivered& delivered) {
  if (!is_question(message.type())) {
    owed_.erase(question_to(message));
    return true;
  }
  if (!note(message)) return false;
  await_answer(message, delivered.terms, delivered.documents);
  return true;
}

Router::Waiting::iterator Router::question_to(const SiloMessage& answer) {
  const auto owed = owed_.find({answer.to, answer.from});
  require(owed != owed_.end() && owed->second.answer == answer.type() &&
              owed->second.request == answer.request,
          "answered an unknown question");
  return owed;
}

void Router::take(const SiloMessage& message, const TopAnswer& answer) {
  const auto asked = question_to(message);
  require_valid(answer, protocol_, asked->second.terms,
                documents_.at(message.from));
  owed_.erase(asked);
}

void Router::take(const SiloMessage& message, const PackedCounts& answer) {
  const auto asked = question_to(message);
  check_count_answers(answer.bytes, protocol_, asked->second.terms,
                      asked->second.documents);
  owed_.erase(asked);
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
