#include <algorithm>
#include <utility>

#include "actors/consortium/relay_host.hpp"

namespace fedltr::consortium {
namespace {

auto heading(const auto& message) {
  return std::tuple(static_cast<std::uint8_t>(message.type()), message.attempt,
                    message.from, message.to, message.request);
}

}  // namespace

/// Requires that a party has confirmed what its question or answer follows:
/// else all that it never confirms would stay here, and in the journal.
void RelayHostState::require_confirmed(const Member& member,
                                       const PackedMessage& message) {
  const bool asks = is_question(message.type());
  if (!asks && !is_answer(message.type())) return;
  for (const Carried& open : member.talk.open()) {
    const MessageType type = open.message.type();
    if (open.message.from == message.to &&
        (asks ? is_answer(type) : is_question(type)))
      throw ArchiveError(asks ? "it asks on, and has not confirmed an answer"
                              : "it answers what it has not confirmed");
  }
}

/// Notes a message that has left for its receiver. Once there are many, those
/// that their receivers have confirmed are shortened.
void RelayHostState::note_passed(const SiloMessage& message) {
  if (!config_.shorten) return;
  if (message.type() == MessageType::kFrequencySum) summed_ = message.attempt;
  if (!is_question(message.type()) && !is_answer(message.type())) return;
  passed_.insert(heading(message));
  passed_bytes_ += message.size();
  if (!replaying_ &&
      passed_bytes_ > std::max(config_.most_delivered, shortened_bytes_))
    shorten();
}

void RelayHostState::shorten() {
  std::set<Heading> open;
  for (const Member& member : members_)
    for (const Carried& each : member.talk.open())
      open.insert(heading(each.message));
  passed_bytes_ = 0;
  const std::uint64_t bytes = config_.shorten(
      [&](RelayRecord record) { return shortened(std::move(record), open); });
  if (bytes == 0) return;
  shortened_bytes_ = bytes;
  std::erase_if(passed_,
                [&](const Heading& each) { return !open.contains(each); });
  for (const Member& member : members_)
    keep(Received{number_of(member), member.talk.confirmed()});
}

/// True if no party waits for the message, or for the sum that it is part of.
bool RelayHostState::is_delivered(const PackedMessage& message,
                                  const std::set<Heading>& open) const {
  if (message.type() != MessageType::kFrequencies)
    return passed_.contains(heading(message)) &&
           !open.contains(heading(message));
  constexpr auto kSum = static_cast<std::uint8_t>(MessageType::kFrequencySum);
  return summed_ == message.attempt &&
         std::ranges::none_of(open, [](const Heading& each) {
           return std::get<0>(each) == kSum;
         });
}

std::optional<RelayRecord> RelayHostState::shortened(
    RelayRecord record, const std::set<Heading>& open) const {
  if (std::holds_alternative<Received>(record)) return std::nullopt;
  const auto* came = std::get_if<Came>(&record);
  if (!came || !is_delivered(came->carried.message, open)) return record;
  const PackedMessage& packed = came->carried.message;
  const SiloMessage message = unpacked(packed, config_.plan->protocol);
  // One that another's heading was copied into: the relay refuses it again.
  if (std::holds_alternative<InvalidBody>(message.body())) return record;
  Passed passed{came->party, heading_of(came->carried),
                static_cast<std::uint32_t>(packed.body.size()), 0, 0};
  const auto note = [&](const Question& question) {
    passed.terms = static_cast<std::uint32_t>(question.terms.size());
    passed.documents = static_cast<std::uint32_t>(question.documents.size());
  };
  if (const auto* top = std::get_if<TopQuestion>(&message.body())) note(*top);
  if (const auto* counts = std::get_if<CountQuestion>(&message.body()))
    note(*counts);
  return passed;
}

}  // namespace fedltr::consortium
