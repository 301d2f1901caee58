// The part of a party that remembers the heads of the others' ledgers.
#include <stdexcept>

#include <spdlog/spdlog.h>

#include "actors/silo/party.hpp"

namespace fedltr {
namespace {

// Purposes of sealing: a relay can't pass on one for the other.
constexpr const char* kMemories = "memories of ledgers";
constexpr const char* kHeads = "heads of ledgers";

}  // namespace

void Party::send_head(std::uint32_t to, const LedgerHead& head) {
  LedgerHead told = head;
  send(to, message_of(SealedHead{keys_->seal_for(
               to, encode(told), is_open() ? kHeads : kMemories)}));
}

void Party::send_remembered_heads() {
  if (!uses_heads()) return;
  for (const auto& [member, documents] : keys_->members())
    if (keys_->has_secret_with(member))
      send_head(member, place_.hooks.ledger.remembered(member));
}

/// Checks that the relay has passed on what each other member remembers:
/// without it the party would answer from a ledger that may have lost lines.
void Party::require_heads() const {
  if (!uses_heads()) return;
  for (const auto& [member, documents] : keys_->members())
    require(member == party() || remember_.contains(member),
            "comes before what party " + std::to_string(member) +
                " remembers of this party's ledger");
}

void Party::take(const SiloMessage& message, const SealedHead& sealed) {
  require(uses_heads(), "is not agreed on");
  const std::uint32_t from = message.from;
  if (!keys_->has_secret_with(from)) return;
  try {
    const auto text =
        keys_->open_from(from, sealed.bytes, is_open() ? kHeads : kMemories);
    require(static_cast<bool>(text), text.refusal);
    const LedgerHead head = decode<LedgerHead>(*text);
    if (is_open()) {
      std::uint64_t& newest = newest_[from];
      require(head.lines >= newest, "is older than one before");
      newest = head.lines;
      return place_.hooks.ledger.remember(from, head);
    }
    place_.hooks.ledger.check(from, head);
    remember_.insert(from);
  } catch (const std::invalid_argument& error) {
    // Once there are answers, it is unknown who is at fault.
    if (!is_open())
      return refuse(from, std::string("head of a ledger: ") + error.what());
    spdlog::warn("the head of party {}'s ledger: {}", from, error.what());
  }
}

}  // namespace fedltr
