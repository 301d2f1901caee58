#include "actors/silo/training_asking.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace fedltr {

TrainingAsking::TrainingAsking(
    const QueryContext& context, std::vector<std::uint32_t> queries,
    const std::map<std::uint32_t, std::uint32_t>& owners)
    : queries_(std::move(queries)), asked_(queries_), context_(context) {
  context_.queries = asked_;
  for (const auto& [owner, documents] : owners)
    if (owner != context_.party)
      inquiries_.try_emplace(owner, context_, owner, documents);
}

void TrainingAsking::ask_only(const std::function<bool(std::uint32_t)>& may) {
  std::erase_if(asked_, [&](std::uint32_t query) { return !may(query); });
  context_.queries = asked_;
}

std::optional<SiloMessage> TrainingAsking::question(Inquiry& inquiry) {
  if (inquiry.done()) return std::nullopt;
  const TopQuestion question = inquiry.top_question();
  return message_of(question, inquiry.number());
}

std::map<std::uint32_t, SiloMessage> TrainingAsking::first_questions() {
  std::map<std::uint32_t, SiloMessage> questions;
  for (auto& [owner, inquiry] : inquiries_)
    if (auto asked = question(inquiry)) questions[owner] = std::move(*asked);
  return questions;
}

std::optional<SiloMessage> TrainingAsking::take(const SiloMessage& answer) {
  const auto found = inquiries_.find(answer.from);
  if (found == inquiries_.end() || found->second.number() != answer.request)
    return std::nullopt;
  Inquiry& inquiry = found->second;
  if (const auto* counts = std::get_if<PackedCounts>(&answer.body()))
    inquiry.take_counts(counts->bytes);
  else if (const auto fetch = inquiry.take_top(body_of<TopAnswer>(answer)))
    return message_of(*fetch, answer.request + 1);
  return question(inquiry);
}

bool TrainingAsking::done() const {
  return std::ranges::all_of(
      inquiries_, [](const auto& each) { return each.second.done(); });
}

std::vector<FoundTop> TrainingAsking::found() const {
  std::vector<FoundTop> all;
  for (const auto& [owner, inquiry] : inquiries_)
    std::ranges::copy(inquiry.found(), std::back_inserter(all));
  return all;
}

}  // namespace fedltr
