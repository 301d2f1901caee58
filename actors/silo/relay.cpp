#include "actors/silo/relay.hpp"

#include <algorithm>
#include <utility>

#include <spdlog/spdlog.h>

#include "actors/silo/party.hpp"

namespace fedltr {
namespace {

/// relay -> itself, each second.
struct RelayTick {};
constexpr caf::timespan kSecond{1000000000};

std::string reason_of_silence(std::uint32_t seconds) {
  if (seconds == Silence::kTokenWithdrawn) return "its token was withdrawn";
  if (seconds == 0) return "did not answer in time";
  return "did not answer in " + std::to_string(seconds) + " s";
}

}  // namespace
}  // namespace fedltr

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::RelayTick)

namespace fedltr {

RelayState::RelayState(caf::stateful_actor<RelayState>* pointer)
    : self_(pointer) {}

void RelayState::use(std::shared_ptr<const SiloPlan> plan, caf::actor study,
                     SpawnParty spawn, caf::actor inbox) {
  plan_ = std::move(plan);
  spawn_ = std::move(spawn);
  inbox_ = std::move(inbox);
  study_ = std::move(study);
  traffic_.emplace(plan_->parties());
  keys_.emplace(plan_->protocol.frequency);
}

void RelayState::start() {
  for (std::uint32_t party = 0; party < plan_->parties(); ++party) {
    parties_.push_back(spawn_(self_, party));
    numbers_[parties_.back().address()] = party;
    members_.insert(party);
  }
  if (plan_->deadline > 0) self_->delayed_send(self_, kSecond, RelayTick{});
  begin_keys();
}

/// True if the run waits for this party, and the party waits for no other.
bool RelayState::owes(std::uint32_t party) const {
  if (phase_ != Phase::kQuestions) return awaited_.contains(party);
  if (plan_->is_search) return router_->owes(party);
  return router_->owes(party) ||
         (awaited_.contains(party) && !router_->waits(party));
}

void RelayState::tick() {
  if (phase_ == Phase::kEnded) return;
  for (const std::uint32_t party : members_)
    if (!owes(party))
      silent_.erase(party);
    else if (++silent_[party] > plan_->deadline)
      plan_->on_overdue(party);
  self_->delayed_send(self_, kSecond, RelayTick{});
}

void RelayState::send(std::uint32_t party, SiloMessage message) {
  message.attempt = keys_->attempt();
  message.to = party;
  traffic_->count_to(party, message);
  self_->send(inbox_ ? inbox_ : parties_[party], std::move(message));
}

void RelayState::broadcast(const SiloMessage& message) {
  for (const std::uint32_t party : members_) send(party, message);
}

void RelayState::pass_on(const SiloMessage& message) {
  if (members_.contains(message.to)) send(message.to, message);
}

void RelayState::accept(const SiloMessage& message) {
  if (phase_ == Phase::kEnded) return;
  if (plan_->on_message) plan_->on_message(message);
  const auto sender =
      numbers_.find(caf::actor_cast<caf::actor_addr>(self_->current_sender()));
  // Excluded parties may still have messages in flight.
  if (sender == numbers_.end() || !members_.contains(sender->second)) return;
  try {
    // A message's `from` is not trusted; its actor is.
    require(message.from == sender->second, "sent a message in another's name");
    traffic_->count_from(message);
    const bool late = is_late(message);
    awaited_.note(message.from, late);
    // A party can't delay answers by asking questions.
    const bool asks = message.type() == MessageType::kTopQuestion ||
                      message.type() == MessageType::kCountQuestion;
    if (!asks || !router_ || !router_->owes(message.from))
      silent_.erase(message.from);
    if (!late) take(message);
  } catch (const std::invalid_argument& error) {
    ++refused_;
    exclude(sender->second, error.what());
  }
}

bool RelayState::is_late(const SiloMessage& message) const {
  return message.attempt < keys_->attempt() ||
         (message.type() == MessageType::kMoments &&
          message.request < moments_.request());
}

void RelayState::take(const SiloMessage& message) {
  require(message.attempt == keys_->attempt(), "sent a message out of time");
  switch (message.type()) {
    case MessageType::kSilence:
      return exclude(message.from, reason_of_silence(message.request));
    case MessageType::kRefusal:
      return take_refusal(message);
    case MessageType::kWrappedKey:
      return take_wrapped(message);
    case MessageType::kTopQuestion:
    case MessageType::kCountQuestion:
      return take_question(message);
    case MessageType::kTopAnswer:
    case MessageType::kCountAnswers:
      return take_answer(message);
    default:
      return take_awaited(message);
  }
}

void RelayState::take_refusal(const SiloMessage& message) {
  const std::uint32_t blamed = message.request;
  require(members_.contains(blamed) && blamed != message.from,
          "blamed itself or a party that is no member");
  // The relay itself has checked all messages that it passes on later.
  require(phase_ <= Phase::kFrequencies, "refused a valid message");
  const auto refusal = body_of<SiloRefusal>(message);
  awaited_.forget(message.from);  // it sends nothing else until asked
  std::string why(refusal.why.begin(), refusal.why.end());
  // The reason is printed to a terminal and a log.
  for (char& each : why)
    if (each < ' ' || each > '~') each = '?';
  exclude(blamed, "party " + std::to_string(message.from) +
                      " refused: " + why.substr(0, 200));
}

void RelayState::take_wrapped(const SiloMessage& message) {
  keys_->take_wrapped(message);
  pass_on(message);
}

void RelayState::take_question(const SiloMessage& message) {
  require(phase_ == Phase::kQuestions, "asked a question out of turn");
  require(awaited_.contains(message.from), "asked after it was done");
  if (router_->take_question(message)) pass_on(message);
}

void RelayState::take_answer(const SiloMessage& message) {
  require(router_.has_value(), "answered an unknown question");
  router_->take_answer(message);
  pass_on(message);
}

void RelayState::take_awaited(const SiloMessage& message) {
  const std::uint32_t party = message.from;
  // A party sends its frequencies after the keys for the others.
  if (message.type() == MessageType::kFrequencies)
    require(keys_->owed_by(party) == 0, "kept the key from others");
  awaited_.take(message);
  switch (message.type()) {
    case MessageType::kPartyKey:
      keys_->take_key(party, body_of<PartyKey>(message));
      break;
    case MessageType::kFrequencies:
      keys_->take_frequencies(party, body_of<Frequencies>(message));
      break;
    case MessageType::kReady:
      require(!router_->waits(party), "is done before its answers came");
      if (body_of<QuestionsDone>(message).learns != 0) learners_.insert(party);
      break;
    case MessageType::kMoments:
      moments_.take(party, body_of<MaskedMoments>(message));
      break;
    case MessageType::kMetrics:
      take_metrics(party, body_of<SealedMetrics>(message));
      break;
    default:
      lead_->take(message);
  }
  if (awaited_.empty()) advance();
}

void RelayState::expect(Phase phase, MessageType type, std::uint32_t request) {
  phase_ = phase;
  awaited_.expect(type, members_, request);
}

void RelayState::exclude(std::uint32_t party, const std::string& why) {
  if (phase_ == Phase::kEnded || members_.erase(party) == 0) return;
  learners_.erase(party);
  spdlog::warn("party {} is excluded: {}", party, why);
  if (plan_->on_excluded) plan_->on_excluded(party, why);
  excluded_[party] = why;
  awaited_.forget(party);
  self_->unlink_from(parties_[party]);
  self_->send_exit(parties_[party], caf::exit_reason::user_shutdown);
  if (members_.empty()) return fail("no party is left; last: " + why);
  // In a search session nothing is summed after the keys.
  const Phase last_sum =
      plan_->is_search ? Phase::kFrequencies : Phase::kMoments;
  if (members_.size() < std::min<std::size_t>(3, plan_->parties()) &&
      phase_ <= last_sum)
    return fail("too few parties are left to mask a sum; the last reason: " +
                why);
  leave_out(party);
}

/// Continues without a party.
void RelayState::leave_out(std::uint32_t party) {
  if (phase_ <= Phase::kFrequencies) return begin_keys();
  router_->exclude(party);
  if (lead_) lead_->exclude(party);
  broadcast(message_of(Excluded(), party));
  if (phase_ == Phase::kMoments) return ask_for_moments();
  if (awaited_.empty()) advance();
}

void RelayState::advance() {
  switch (phase_) {
    case Phase::kKeys:
      return hand_out_keys();
    case Phase::kFrequencies:
      return hand_out_frequencies();
    case Phase::kQuestions:
      traffic_->count_passed(members_);
      return plan_->sums_moments() ? ask_for_moments() : begin_training({});
    case Phase::kMoments:
      return hand_out_moments();
    case Phase::kTraining:
      return combine();
    case Phase::kMetrics:
      return hand_out_metrics();
    case Phase::kEnded:
      return;
  }
}

void RelayState::begin_keys() {
  for (const auto& [address, party] : numbers_)
    if (awaited_.contains(party))
      awaited_.add_late(party, keys_->owed_by(party));
  awaited_.withdraw();
  const BeginKeys begin = keys_->begin(members_);
  expect(Phase::kKeys, MessageType::kPartyKey);
  broadcast(message_of(begin));
}

void RelayState::hand_out_keys() {
  const PartyKeys keys = keys_->keys();
  expect(Phase::kFrequencies, MessageType::kFrequencies);
  broadcast(message_of(keys));
}

void RelayState::hand_out_frequencies() {
  const KeyPhase::Verdict verdict = keys_->verdict();
  if (verdict.odd)
    return exclude(*verdict.odd, "has another hash key than most");
  if (!verdict.agreed) return fail(verdict.failure);
  const auto sum = keys_->take_sum();
  if (!sum) return fail("the parties' masked frequencies do not add up");
  std::map<std::uint32_t, std::uint32_t> documents;
  for (const std::uint32_t party : members_)
    documents[party] = keys_->documents_of(party);
  router_.emplace(plan_->protocol, plan_->parties(), std::move(documents));
  expect(Phase::kQuestions, MessageType::kReady);
  broadcast(message_of(*sum));
}

std::shared_ptr<SiloRecord> RelayState::record() const {
  auto record = std::make_shared<SiloRecord>();
  record->parties.resize(plan_->parties());
  record->excluded = excluded_;
  record->by_type = traffic_->by_type();
  record->sent = traffic_->sent();
  record->received = traffic_->received();
  record->refused = refused_;
  record->attempts = keys_->attempt();
  return record;
}

void RelayState::end() {
  phase_ = Phase::kEnded;
  // The parties end by themselves.
  for (const std::uint32_t party : members_)
    self_->unlink_from(parties_[party]);
  broadcast(message_of(EndSilo()));
  self_->send(study_, SiloEnded{plan_->run, "", record()});
  self_->quit();
}

void RelayState::fail(const std::string& what) {
  if (phase_ == Phase::kEnded) return;
  phase_ = Phase::kEnded;
  self_->send(study_, SiloEnded{plan_->run, what, record()});
  self_->quit(caf::exit_reason::user_shutdown);  // ends the parties, too
}

void RelayState::on_party_down(const caf::down_msg& down) {
  const auto party = numbers_.find(down.source);
  if (party != numbers_.end() && members_.contains(party->second))
    fail("party " + std::to_string(party->second) +
         " broke: " + self_->system().render(down.reason));
}

caf::behavior relay_actor(caf::stateful_actor<RelayState>* self,
                          std::shared_ptr<const SiloPlan> plan,
                          const caf::actor& study, RelayState::SpawnParty spawn,
                          const caf::actor& inbox) {
  self->state.use(std::move(plan), study, std::move(spawn), inbox);
  self->set_default_handler(caf::drop);
  self->set_error_handler([](caf::error&) {});
  self->set_down_handler(
      [self](caf::down_msg& down) { self->state.on_party_down(down); });
  self->set_exit_handler([self, study](caf::exit_msg& message) {
    // A party's down message reports its end.
    if (message.source == study.address()) self->quit(message.reason);
  });
  return {[self](StartSilo) { self->state.start(); },
          [self](const SiloMessage& message) { self->state.accept(message); },
          [self, study](Handled handled) { self->send(study, handled); },
          [self](RelayTick) { self->state.tick(); }};
}

caf::behavior relay_of_all(caf::stateful_actor<RelayState>* self,
                           const std::shared_ptr<const SiloPlan>& plan,
                           const caf::actor& study) {
  return relay_actor(
      self, plan, study,
      [plan, study](RelayState::Self* relay, std::uint32_t party) {
        return relay->spawn<caf::linked + caf::monitored>(
            party_actor, plan, party, caf::actor_cast<caf::actor>(relay),
            study);
      },
      {});
}

}  // namespace fedltr
