#include "actors/silo/party.hpp"

#include <algorithm>
#include <functional>
#include <new>
#include <tuple>
#include <utility>

#include "actors/silo/machine_fault.hpp"
#include "algorithms/silo/hashed_terms.hpp"
#include "algorithms/silo_search/known_statistics.hpp"

namespace fedltr {
namespace {

constexpr const char* kFrequencyMasks = "frequencies";

auto heading(const SiloMessage& message) {
  return std::tuple(message.code, message.attempt, message.from, message.to,
                    message.request);
}

}  // namespace

PartyState::PartyState(caf::stateful_actor<PartyState>* pointer)
    : self_(pointer) {}

void PartyState::use(std::shared_ptr<const SiloPlan> plan, std::uint32_t party,
                     caf::actor relay, caf::actor study) {
  plan_ = std::move(plan);
  party_ = party;
  relay_ = std::move(relay);
  study_ = std::move(study);
  keys_.emplace(party_, plan_->secrets());
  // Drawn first: a process that resumes a run then has the same noise, even if
  // its ledger now withholds other answers.
  if (plan_->sharing == MetricSharing::kNoisy)
    metric_noise_ =
        random_secret(plan_->secrets()(Purpose::kPrivacy, party_, 0));
}

void PartyState::send(std::uint32_t to, SiloMessage message) {
  message.attempt = keys_->attempt();
  message.from = party_;
  message.to = to;
  if (!plan_->tamper) return self_->send(relay_, std::move(message));
  const auto instead = plan_->tamper(message);
  for (const SiloMessage& each : instead) self_->send(relay_, each);
  if (std::ranges::count(instead, heading(message), heading) > 0) return;
  SiloMessage silence = message_of(Silence());
  silence.attempt = message.attempt;
  silence.from = party_;
  self_->send(relay_, std::move(silence));
}

void PartyState::refuse(std::uint32_t who, const std::string& why) {
  send(kRelay, message_of(SiloRefusal{{why.begin(), why.end()}}, who));
}

void PartyState::accept(const SiloMessage& message) {
  if (message.type() == MessageType::kBeginKeys) return on_begin(message);
  // Ignores messages in flight from an earlier key agreement.
  if (message.attempt != keys_->attempt()) return;
  switch (message.type()) {
    case MessageType::kPartyKeys:
      return on_keys(body_of<PartyKeys>(message));
    case MessageType::kWrappedKey:
      return on_wrapped(message.from, body_of<WrappedKey>(message));
    case MessageType::kFrequencySum:
      return on_frequencies(message);
    case MessageType::kTopQuestion:
    case MessageType::kCountQuestion:
      return on_question(message);
    case MessageType::kTopAnswer:
      return live_ ? on_live(message) : on_top(message);
    case MessageType::kCountAnswers:
      return live_ ? on_live(message) : on_counts(message);
    case MessageType::kExcluded:
      return on_excluded(message.request);
    default:
      // A search session does not disclose what training needs.
      require(!plan_->is_search, "training in a search session");
      return accept_training(message);
  }
}

/// Begins key agreement. Checks the members that the relay names, since the
/// relay is not trusted: an unknown number could be its own.
void PartyState::on_begin(const SiloMessage& message) {
  require(!statistics_, "keys anew after the sum of frequencies");
  const auto parties = body_of<BeginKeys>(message).parties;
  require(std::ranges::is_sorted(parties, std::ranges::less_equal()) &&
              std::ranges::binary_search(parties, party_) &&
              parties.back() < plan_->parties(),
          "members who are not of the agreement");
  phase_ = Phase::kKeys;
  const auto documents = static_cast<std::uint32_t>(share().documents.size());
  send(kRelay, message_of(keys_->begin(
                   message.attempt, body_of<BeginKeys>(message), documents)));
}

void PartyState::on_keys(const PartyKeys& keys) {
  if (const auto blame = keys_->agree(keys))
    return refuse(blame->party, blame->why);
  if (plan_->on_safety_code) plan_->on_safety_code(keys_->safety_code());
  if (!keys_->draws()) return;
  const Keyring::HandedOut drawn = keys_->draw();
  for (const auto& [member, wrapped] : drawn.wrapped)
    send(member, message_of(wrapped));
  hash_with(drawn.key);
}

void PartyState::on_wrapped(std::uint32_t from, const WrappedKey& wrapped) {
  if (!keys_->has_secret_with(from)) return;  // this party refused a key
  const auto key = keys_->unwrap(from, wrapped);
  if (!key) return refuse(from, "wrapped key: " + key.refusal);
  hash_with(*key);
}

/// Checks that three parties mask a sum, or all if there are fewer: of two,
/// each could compute the other's numbers; with one, nothing is masked.
void PartyState::require_masks() const {
  require(keys_->secrets() + 1 >= std::min<std::size_t>(3, plan_->parties()),
          "too few parties are left to mask a sum");
}

void PartyState::hash_with(const Secret& secret) {
  const HashKey key = hash_key(secret);
  if (plan_->is_search) hash_key_ = key;
  const auto fingerprints = fingerprints_of(collection().dictionary(), key);
  const SiloProtocol& protocol = plan_->protocol;
  spots_.emplace(spots_of(key.rows, protocol.shape, fingerprints));
  frequency_spots_.emplace(
      spots_of(key.summed_rows, protocol.frequency, fingerprints));
  own_.emplace(collection(), share());
  require_masks();
  Frequencies told{key_confirmation(secret, keys_->attempt()),
                   own_->ring(protocol.frequency, *frequency_spots_)};
  keys_->hide(told.numbers, kFrequencyMasks, 0);
  send(kRelay, message_of(told));
}

void PartyState::on_frequencies(const SiloMessage& message) {
  require(own_ && !statistics_, "a sum of frequencies out of turn");
  phase_ = Phase::kQuestions;
  // The sum is as large as the statistics made from it, and freed after this.
  statistics_.emplace(plan_->protocol.frequency,
                      body_of<FrequencySum>(message).numbers, *frequency_spots_,
                      *own_);
  owner_.emplace(collection(), share(), plan_->protocol, *spots_,
                 plan_->parties());
  if (plan_->on_account) plan_->on_account(owner_->account());
  if (plan_->is_search) return open_search();
  queries_ =
      held_out_queries(collection(), share(), party_, plan_->options).train;
  context_.emplace(QueryContext{collection(), plan_->protocol, *spots_,
                                *statistics_, queries_, party_,
                                plan_->secrets(), share().documents});
  for (const auto& [member, documents] : keys_->members())
    if (member != party_)
      inquiries_.try_emplace(member, *context_, member, documents);
  for (const auto& [owner, inquiry] : inquiries_) ask_next(owner);
  say_when_ready();
}

void PartyState::ask_next(std::uint32_t owner) {
  Inquiry& inquiry = inquiries_.at(owner);
  if (inquiry.done()) return;
  send(owner, message_of(inquiry.top_question(), inquiry.number()));
}

void PartyState::on_question(const SiloMessage& message) {
  require(owner_.has_value(), "a question before the keys");
  const std::uint32_t asker = message.from;
  // Ignores it: the relay could impersonate an excluded party, whose account is
  // closed, or this party.
  if (asker == party_ || !keys_->members().contains(asker)) return;
  const bool counts = message.type() == MessageType::kCountQuestion;
  Question question;
  try {
    question = decode_question(message.payload.view(), plan_->protocol,
                               owner_->documents(), QuestionKind{counts});
  } catch (const std::invalid_argument& error) {
    return refuse(asker, std::string("a question ") + error.what());
  }
  const Bits bits =
      plan_->secrets()(Purpose::kSketchNoise, party_ * plan_->parties() + asker,
                       answered_[asker]++);
  SiloMessage told =
      counts ? message_of(MessageType::kCountAnswers,
                          owner_->encoded_counts(question, asker, bits))
             : message_of(owner_->answer_top(question, asker, bits));
  told.request = message.request;
  told.to = asker;
  if (plan_->before_answer) plan_->before_answer(told, *owner_->account());
  send(asker, std::move(told));
}

void PartyState::on_top(const SiloMessage& message) {
  const auto found = inquiries_.find(message.from);
  if (found == inquiries_.end() || found->second.number() != message.request)
    return;
  if (const auto fetch = found->second.take_top(message.payload.view()))
    return send(message.from, message_of(*fetch, message.request + 1));
  ask_next(message.from);
  say_when_ready();
}

void PartyState::on_counts(const SiloMessage& message) {
  const auto found = inquiries_.find(message.from);
  if (found == inquiries_.end() || found->second.number() != message.request)
    return;
  found->second.take_counts(message.payload.view());
  ask_next(message.from);
  say_when_ready();
}

void PartyState::say_when_ready() {
  if (phase_ != Phase::kQuestions ||
      !std::ranges::all_of(inquiries_,
                           [](const auto& each) { return each.second.done(); }))
    return;
  phase_ = Phase::kReady;
  const bool can_train = learns(share(), queries_, plan_->options);
  send(kRelay, message_of(QuestionsDone{std::uint8_t{can_train}}));
}

void PartyState::on_excluded(std::uint32_t party) {
  keys_->exclude(party);
  if (phase_ == Phase::kTraining) return;
  // Drops all that it sent and received so far, so that nothing depends on the
  // time of its exclusion.
  inquiries_.erase(party);
  if (owner_) owner_->leave_out(party);
  if (live_) {
    live_->exclude(party);
    return say_what_was_found();
  }
  say_when_ready();
}

void PartyState::on_end() {
  require(record_ && owner_ && statistics_, "an end out of turn");
  record_->safety_code = keys_->safety_code();
  if (!plan_->own.empty()) {
    if (!record_->told) record_->tests = held_out();
    record_->known = std::make_shared<const KnownStatistics>(
        *statistics_, collection().dictionary().size());
    for (const Field field : kAllFields)
      record_->fields.push_back(statistics_->field(field));
  }
  record_->index_bytes = owner_->index_bytes();
  record_->sketch_bytes = owner_->sketch_bytes();
  record_->shortest_list = owner_->shortest_list();
  record_->worst = owner_->ledger().worst();
  record_->withheld = owner_->ledger().refused();
  for (std::uint32_t d = 0; d < owner_->documents(); ++d)
    record_->releases += owner_->ledger().releases(d);
  // Frees most of a party's memory, which the study may need.
  owner_.reset();
  self_->send(study_, PartyEnded{plan_->run, party_, std::move(record_)});
  self_->quit();
}

void PartyState::fail(const std::string& what) {
  end_run("party " + std::to_string(party_) + " broke: " + what);
}

void PartyState::stop(const std::string& what) {
  self_->send(study_, SiloEnded{plan_->run, what, nullptr, true});
  self_->quit(caf::sec::runtime_error);
}

void PartyState::end_run(const std::string& why) {
  self_->send(study_, SiloEnded{plan_->run, why, nullptr});
  self_->quit(caf::sec::runtime_error);
}

namespace {

/// Makes a handler of a message; a fault of the machine stops the party, which
/// may resume later.
template <class Message>
auto taking(caf::stateful_actor<PartyState>* self,
            void (PartyState::*step)(const Message&)) {
  return [self, step](const Message& message) {
    try {
      (self->state.*step)(message);
    } catch (const MachineFault& fault) {
      self->state.stop(fault.what());
    } catch (const std::bad_alloc&) {
      self->state.stop("out of memory");
    } catch (const std::exception& error) {
      self->state.fail(error.what());
    }
  };
}

}  // namespace

caf::behavior party_actor(caf::stateful_actor<PartyState>* self,
                          std::shared_ptr<const SiloPlan> plan,
                          std::uint32_t party, caf::actor relay,
                          caf::actor study) {
  self->set_default_handler(caf::drop);
  self->set_error_handler([](caf::error&) {});
  self->set_down_handler([](caf::down_msg&) {});
  // Obeys only the relay, which ends when the study does.
  self->set_exit_handler(
      [self, source = relay.address()](caf::exit_msg& message) {
        if (message.source == source) self->quit(message.reason);
      });
  self->state.use(std::move(plan), party, std::move(relay), std::move(study));
  return {taking(self, &PartyState::accept), taking(self, &PartyState::ask),
          taking(self, &PartyState::give_up),
          [self](Handled handled) { self->state.tell(handled); }};
}

}  // namespace fedltr
