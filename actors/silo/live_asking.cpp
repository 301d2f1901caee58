#include "actors/silo/live_asking.hpp"

#include <algorithm>
#include <utility>

namespace fedltr {

LiveAsking::LiveAsking(const AskingParty& asking, BitsSource bits,
                       std::uint32_t party,
                       std::function<bool(const std::vector<std::string>&)> may)
    : asking_(asking),
      bits_(std::move(bits)),
      party_(party),
      may_ask_(std::move(may)) {}

std::map<std::uint32_t, SiloMessage> LiveAsking::begin(
    const std::map<std::uint32_t, std::uint32_t>& owners) {
  std::map<std::uint32_t, SiloMessage> questions;
  if (open_ || waiting_.empty()) return questions;
  const std::vector<std::string> terms = std::move(waiting_.front());
  waiting_.pop_front();
  const std::uint32_t number = next_++;
  open_ = std::make_unique<LiveQuery>(
      asking_, terms, bits_(Purpose::kObfuscation, party_, number));
  // Where all others are late nothing leaves, so the query counts as not asked.
  const bool leaves = std::ranges::any_of(owners, [&](const auto& each) {
    return each.first != party_ && !late_.contains(each.first);
  });
  const bool may = !leaves || !may_ask_ || may_ask_(terms);
  for (const auto& [owner, documents] : owners) {
    if (owner == party_) continue;
    if (!may) {
      open_->leave_unasked(owner);
      continue;
    }
    if (late_.contains(owner)) {
      open_->give_up(owner);
      continue;
    }
    owed_[owner] = {2 * number, documents};
    questions[owner] = message_of(open_->top_question(), 2 * number);
  }
  return questions;
}

std::optional<SiloMessage> LiveAsking::take(const SiloMessage& answer) {
  if (const auto late = late_.find(answer.from);
      late != late_.end() && late->second == answer.request) {
    late_.erase(late);
    return std::nullopt;
  }
  const auto owed = owed_.find(answer.from);
  if (owed == owed_.end() || owed->second.request != answer.request)
    return std::nullopt;
  if (const auto* before = std::get_if<Delivered>(&answer.body())) {
    if (!before->fetched.empty())
      return message_of(open_->fetch(answer.from, before->fetched),
                        ++owed->second.request);
  } else if (const auto* counts = std::get_if<PackedCounts>(&answer.body())) {
    open_->take_counts(answer.from, counts->bytes);
  } else if (const auto fetch =
                 open_->take_top(answer.from, owed->second.documents,
                                 body_of<TopAnswer>(answer))) {
    return message_of(*fetch, ++owed->second.request);
  }
  owed_.erase(owed);
  return std::nullopt;
}

void LiveAsking::give_up(std::uint32_t query) {
  if (!open_ || next_ - 1 > query) return;
  for (const auto& [owner, owed] : owed_) {
    late_[owner] = owed.request;
    open_->give_up(owner);
  }
  owed_.clear();
}

void LiveAsking::exclude(std::uint32_t owner) {
  owed_.erase(owner);
  late_.erase(owner);
  if (open_) open_->exclude(owner);
}

std::shared_ptr<const LiveResult> LiveAsking::take_result() {
  if (!open_ || !owed_.empty()) return nullptr;
  auto result = std::make_shared<const LiveResult>(open_->result());
  open_.reset();
  return result;
}

}  // namespace fedltr
