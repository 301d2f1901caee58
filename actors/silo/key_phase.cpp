#include "actors/silo/key_phase.hpp"

#include <algorithm>
#include <utility>

#include "algorithms/silo/shared_statistics.hpp"

namespace fedltr {
namespace {

constexpr std::size_t kWrappedBytes = 60;

}  // namespace

BeginKeys KeyPhase::begin(const std::set<std::uint32_t>& members) {
  ++attempt_;
  members_ = members;
  keys_.clear();
  holder_.reset();
  wrapped_.clear();
  confirmations_.clear();
  sum_.clear();
  delivered_.reset();
  return {{members.begin(), members.end()}};
}

void KeyPhase::take_key(std::uint32_t party, PartyKey key) {
  require(key.documents <= kMaxDocuments, "claims more documents than 2^24");
  require(!key.proof || key.proof->size() <= KeyProof::kMost,
          "sent a proof of more than " + std::to_string(KeyProof::kMost) +
              " bytes");
  keys_[party] = std::move(key);
}

PartyKeys KeyPhase::keys() {
  holder_ = *members_.begin();
  PartyKeys all;
  for (const auto& [party, key] : keys_) all.keys.push_back(key);
  return all;
}

void KeyPhase::take_wrapped(const SiloMessage& message) {
  require(holder_ == message.from && message.to != message.from &&
              members_.contains(message.to) &&
              message.size() == kWrappedBytes &&
              wrapped_.insert(message.to).second,
          "sent an unexpected wrapped key");
}

std::size_t KeyPhase::owed_by(std::uint32_t party) const {
  return holder_ == party ? members_.size() - 1 - wrapped_.size() : 0;
}

void KeyPhase::take_frequencies(std::uint32_t party, Frequencies frequencies) {
  require(frequencies.numbers.size() == frequency_numbers(frequency_),
          "sent frequencies of another size");
  confirmations_[party] = frequencies.confirmation;
  if (sum_.empty()) {
    sum_ = std::move(frequencies.numbers);
    return;
  }
  for (std::size_t i = 0; i < sum_.size(); ++i)
    sum_[i] += frequencies.numbers[i];
}

void KeyPhase::take_delivered(std::uint32_t party, std::size_t bytes) {
  confirmations_[party] = {};  // they agreed
  delivered_ = bytes;
}

KeyPhase::Verdict KeyPhase::verdict() const {
  std::map<Secret, std::vector<std::uint32_t>> by_key;
  for (const auto& [party, confirmation] : confirmations_)
    by_key[confirmation].push_back(party);
  if (by_key.size() == 1) return {true, std::nullopt, ""};
  const auto [fewest, most] = std::ranges::minmax_element(
      by_key, {}, [](const auto& each) { return each.second.size(); });
  if (2 * most->second.size() > members_.size())
    return {false, fewest->second.front(), ""};
  return {false, std::nullopt,
          "the parties do not have the same hash key, and none has a majority; "
          "party " +
              std::to_string(*holder_) + " handed it out"};
}

std::optional<SiloMessage> KeyPhase::take_sum() {
  if (delivered_) {
    constexpr auto kSum = static_cast<std::uint8_t>(MessageType::kFrequencySum);
    return SiloMessage(Delivered{kSum, 0, 0, {}}, *delivered_ - sizeof(Secret));
  }
  std::uint64_t known = 0;
  for (const auto& [party, confirmation] : confirmations_)
    known += documents_of(party);
  if (!why_impossible(frequency_, sum_, known).empty()) return std::nullopt;
  return message_of(FrequencySum{{std::move(sum_)}});
}

}  // namespace fedltr
