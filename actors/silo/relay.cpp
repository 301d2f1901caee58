#include "actors/silo/relay.hpp"

#include <algorithm>
#include <utility>

#include <spdlog/spdlog.h>

namespace fedltr {
namespace {

/// relay -> itself, each second.
struct RelayTick {};
constexpr caf::timespan kSecond{1000000000};

std::string reason_of_silence(std::uint32_t seconds) {
  if (seconds == Silence::kTokenWithdrawn) return "its token was withdrawn";
  if (seconds == Silence::kHoldsUp)
    return "held up a phase that took longer than it may";
  if (seconds == 0) return "did not answer in time";
  return "did not answer in " + std::to_string(seconds) + " s";
}

}  // namespace
}  // namespace fedltr

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::RelayTick)

namespace fedltr {

void Relay::use(RelayPlace place) {
  place_ = std::move(place);
  traffic_.emplace(plan().parties());
  keys_.emplace(plan().protocol.frequency);
}

void Relay::start() {
  for (std::uint32_t party = 0; party < plan().parties(); ++party) {
    parties_.push_back(place_.spawn(self_, party));
    numbers_[parties_.back().address()] = party;
    members_.insert(party);
  }
  if (place_.hooks.deadline > 0)
    self_->delayed_send(self_, kSecond, RelayTick{});
  begin_keys();
}

void Relay::tick() {
  if (phase_ == Phase::kEnded) return;
  const RelayHooks& hooks = place_.hooks;
  for (const std::uint32_t party : members_) {
    if (!(phase_ == Phase::kOpen ? owes(party) : awaited_.contains(party))) {
      silent_.erase(party);
      continue;
    }
    const std::uint32_t silent = ++silent_[party];
    // Not of one that answers within a second, however often it is asked.
    if (silent > 1) ++held_[party];
    if (silent > hooks.deadline) hooks.on_overdue(party, hooks.deadline);
  }
  if (++in_phase_ > hooks.phase && hooks.phase > 0)
    hooks.on_overdue(slowest(), Silence::kHoldsUp);
  self_->delayed_send(self_, kSecond, RelayTick{});
}

void Relay::begin_phase() {
  in_phase_ = 0;
  held_.clear();
}

/// Returns the party that the phase waits for: the one that the relay waited
/// for at least half of the time, or else the one that asks on.
std::uint32_t Relay::slowest() const {
  const auto most = [&](const auto& measure) {
    return *std::ranges::max_element(members_, {}, measure);
  };
  const auto held = [&](std::uint32_t party) {
    const auto found = held_.find(party);
    return found == held_.end() ? 0 : found->second;
  };
  const std::uint32_t awaited = most(held);
  if (!router_ || 2 * held(awaited) >= in_phase_) return awaited;
  return most([&](std::uint32_t party) {
    return std::pair(awaited_.contains(party), router_->questions(party));
  });
}

void Relay::send(std::uint32_t party, SiloMessage message) {
  message.attempt = keys_->attempt();
  message.to = party;
  traffic_->count_to(party, message);
  if (!place_.hooks.tamper) return deliver(std::move(message));
  for (SiloMessage& instead : place_.hooks.tamper(message))
    deliver(std::move(instead));
}

void Relay::deliver(SiloMessage message) {
  const caf::actor& to = place_.inbox ? place_.inbox : parties_.at(message.to);
  self_->send(to, std::move(message));
}

void Relay::broadcast(const SiloMessage& message) {
  for (const std::uint32_t party : members_) send(party, message);
}

void Relay::pass_on(const SiloMessage& message) {
  if (members_.contains(message.to)) send(message.to, message);
}

void Relay::accept(const SiloMessage& message) {
  if (phase_ == Phase::kEnded) return;
  if (place_.hooks.on_message) place_.hooks.on_message(message);
  const auto sender =
      numbers_.find(caf::actor_cast<caf::actor_addr>(self_->current_sender()));
  // Excluded parties may still have messages in flight.
  if (sender == numbers_.end() || !members_.contains(sender->second)) return;
  try {
    // A message's `from` is not trusted; its actor is.
    require(message.from == sender->second, "sent a message in another's name");
    traffic_->count_from(message);
    const bool late = is_late(message);
    if (late)
      awaited_.note_late(message.from);
    else
      awaited_.note(message.from);
    // A party can't delay answers by asking questions.
    if (!is_question(message.type()) || !router_ ||
        !router_->owes(message.from))
      silent_.erase(message.from);
    if (late) return;
    require(message.attempt == keys_->attempt(), "sent a message out of time");
    std::visit([&](const auto& body) { take(message, body); }, message.body());
  } catch (const std::invalid_argument& error) {
    ++refused_;
    exclude(sender->second, error.what());
  }
}

void Relay::take(const SiloMessage& message, const Silence&) {
  exclude(message.from, reason_of_silence(message.request));
}

void Relay::take(const SiloMessage&, const InvalidBody& invalid) {
  throw std::invalid_argument(invalid.why);
}

void Relay::take(const SiloMessage& message, const Delivered& delivered) {
  if (message.type() == MessageType::kFrequencies) {
    awaited_.take(message);
    keys_->take_delivered(message.from, message.size());
    return advance_phase();
  }
  require(router_.has_value(), "was delivered before all had keys");
  if (!router_->take(message, delivered)) return;
  if (is_question(message.type())) ++heads_[{message.to, message.from}];
  pass_on(message);
}

void Relay::take(const SiloMessage& message, const SiloRefusal& refusal) {
  const std::uint32_t blamed = message.request;
  require(members_.contains(blamed) && blamed != message.from,
          "blamed itself or a party that is no member");
  // The relay itself has checked all messages that it passes on later.
  require(phase_ <= Phase::kFrequencies, "refused a valid message");
  awaited_.forget(message.from);  // it sends nothing else until asked
  std::string why(refusal.why.begin(), refusal.why.end());
  // The reason is printed to a terminal and a log.
  for (char& each : why)
    if (each < ' ' || each > '~') each = '?';
  exclude(blamed, "party " + std::to_string(message.from) +
                      " refused: " + why.substr(0, 200));
}

void Relay::take(const SiloMessage& message, const WrappedKey&) {
  keys_->take_wrapped(message);
  pass_on(message);
}

void Relay::take(const SiloMessage& message, const SealedHead&) {
  const auto may = heads_.find({message.from, message.to});
  require(may != heads_.end() && may->second > 0 &&
              message.size() == kSealedHeadBytes,
          "sent an unexpected head of a ledger");
  --may->second;
  pass_on(message);
}

void Relay::take(const SiloMessage& message, const PartyKey& key) {
  awaited_.take(message);
  keys_->take_key(message.from, key);
  advance_phase();
}

void Relay::take(const SiloMessage& message, const Frequencies& frequencies) {
  // A party sends its frequencies after the keys for the others.
  require(keys_->owed_by(message.from) == 0, "kept the key from others");
  awaited_.take(message);
  keys_->take_frequencies(message.from, frequencies);
  advance_phase();
}

/// Takes a question, an answer to one, or another message from open() on.
template <class Body>
void Relay::take(const SiloMessage& message, const Body& body) {
  if constexpr (std::derived_from<Body, Question>) {
    require(phase_ == Phase::kOpen, "asked a question out of turn");
    require(may_ask(message.from), "asked what is not agreed on now");
    if (!router_->take(message, body)) return;
    ++heads_[{message.to, message.from}];
    pass_on(message);
  } else if constexpr (kIsAnswer<Body>) {
    require(router_.has_value(), "answered an unknown question");
    router_->take(message, body);
    pass_on(message);
  } else {
    awaited_.take(message);
    take_answer_of(message);
    advance_phase();
  }
}

void Relay::advance_phase() {
  if (!awaited_.empty()) return;
  switch (phase_) {
    case Phase::kKeys:
      return hand_out_keys();
    case Phase::kFrequencies:
      return hand_out_frequencies();
    case Phase::kOpen:
      return advance();
    case Phase::kEnded:
      return;
  }
}

void Relay::exclude(std::uint32_t party, const std::string& why) {
  if (phase_ == Phase::kEnded || members_.erase(party) == 0) return;
  spdlog::warn("party {} is excluded: {}", party, why);
  if (place_.hooks.on_excluded) place_.hooks.on_excluded(party, why);
  excluded_[party] = why;
  begin_phase();
  awaited_.forget(party);
  self_->unlink_from(parties_[party]);
  self_->send_exit(parties_[party], caf::exit_reason::user_shutdown);
  if (members_.empty()) return fail("no party is left; last: " + why);
  const bool sums = phase_ != Phase::kOpen || will_sum();
  if (members_.size() < std::min<std::size_t>(3, plan().parties()) && sums)
    return fail("too few parties are left to mask a sum; the last reason: " +
                why);
  if (phase_ != Phase::kOpen) return begin_keys();
  router_->exclude(party);
  broadcast(message_of(Excluded{std::uint8_t{has_all_answers()}}, party));
  leave_out(party);
}

/// Number of heads of ledgers that a party may still send.
std::size_t Relay::heads_owed_by(std::uint32_t party) const {
  std::size_t count = 0;
  for (const auto& [pair, left] : heads_)
    if (pair.first == party) count += left;
  return count;
}

void Relay::begin_keys() {
  for (const auto& [address, party] : numbers_)
    if (awaited_.contains(party))
      awaited_.add_late(party, keys_->owed_by(party) + heads_owed_by(party));
  heads_.clear();
  awaited_.withdraw();
  const BeginKeys begin = keys_->begin(members_);
  begin_phase();
  phase_ = Phase::kKeys;
  awaited_.expect(MessageType::kPartyKey, members_);
  broadcast(message_of(begin));
}

void Relay::hand_out_keys() {
  const PartyKeys keys = keys_->keys();
  for (const std::uint32_t from : members_)
    for (const std::uint32_t to : members_)
      if (from != to) heads_[{from, to}] = 1;
  phase_ = Phase::kFrequencies;
  awaited_.expect(MessageType::kFrequencies, members_);
  broadcast(message_of(keys));
}

void Relay::hand_out_frequencies() {
  const KeyPhase::Verdict verdict = keys_->verdict();
  if (verdict.odd)
    return exclude(*verdict.odd, "has another hash key than most");
  if (!verdict.agreed) return fail(verdict.failure);
  const auto sum = keys_->take_sum();
  if (!sum) return fail(why_no_sum("frequencies"));
  std::map<std::uint32_t, std::uint32_t> documents;
  for (const std::uint32_t party : members_)
    documents[party] = keys_->documents_of(party);
  router_.emplace(plan().protocol, plan().parties(), std::move(documents));
  phase_ = Phase::kOpen;
  broadcast(*sum);
  open();
}

std::string Relay::why_no_sum(const std::string& what) {
  return "the parties' masked " + what +
         " do not add up, and the masks hide whose are wrong; no question was "
         "asked, so no budget is spent";
}

std::shared_ptr<SiloRecord> Relay::record() const {
  auto record = std::make_shared<SiloRecord>();
  record->parties.resize(plan().parties());
  record->excluded = excluded_;
  record->by_type = traffic_->by_type();
  record->sent = traffic_->sent();
  record->received = traffic_->received();
  record->refused = refused_;
  record->attempts = keys_->attempt();
  return record;
}

void Relay::end() {
  phase_ = Phase::kEnded;
  // The parties end by themselves.
  for (const std::uint32_t party : members_)
    self_->unlink_from(parties_[party]);
  broadcast(message_of(EndSilo()));
  self_->send(place_.study, SiloEnded{plan().run, "", record()});
  self_->quit();
}

void Relay::fail(const std::string& what) {
  if (phase_ == Phase::kEnded) return;
  phase_ = Phase::kEnded;
  self_->send(place_.study, SiloEnded{plan().run, what, record()});
  self_->quit(caf::exit_reason::user_shutdown);  // also ends the parties
}

void Relay::on_party_down(const caf::down_msg& down) {
  const auto party = numbers_.find(down.source);
  if (party != numbers_.end() && members_.contains(party->second))
    fail("party " + std::to_string(party->second) +
         " broke: " + self_->system().render(down.reason));
}

caf::behavior Relay::behavior() {
  self_->set_default_handler(caf::drop);
  self_->set_error_handler([](caf::error&) {});
  self_->set_down_handler([this](caf::down_msg& down) { on_party_down(down); });
  self_->set_exit_handler(
      [this, study = place_.study.address()](caf::exit_msg& message) {
        // A party's down message reports its end.
        if (message.source == study) self_->quit(message.reason);
      });
  return {[this](StartSilo) { start(); },
          [this](const SiloMessage& message) { accept(message); },
          [this](Handled handled) { self_->send(place_.study, handled); },
          [this](RelayTick) { tick(); }};
}

}  // namespace fedltr
