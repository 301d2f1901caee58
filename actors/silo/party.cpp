#include "actors/silo/party.hpp"

#include <algorithm>
#include <functional>
#include <new>
#include <span>
#include <tuple>
#include <utility>

#include "actors/silo/machine_fault.hpp"
#include "algorithms/silo/hashed_terms.hpp"

namespace fedltr {
namespace {

constexpr const char* kFrequencyMasks = "frequencies";

auto heading(const SiloMessage& message) {
  return std::tuple(message.type(), message.attempt, message.from, message.to,
                    message.request);
}

}  // namespace

void Party::use(PartyPlace place) {
  place_ = std::move(place);
  keys_.emplace(party(), plan().secrets(), place_.hooks.prover);
}

void Party::send(std::uint32_t to, SiloMessage message) {
  message.attempt = keys_->attempt();
  message.from = party();
  message.to = to;
  if (!place_.hooks.tamper)
    return self_->send(place_.relay, std::move(message));
  const auto instead = place_.hooks.tamper(message);
  for (const SiloMessage& each : instead) self_->send(place_.relay, each);
  if (std::ranges::count(instead, heading(message), heading) > 0) return;
  SiloMessage silence = message_of(Silence());
  silence.attempt = message.attempt;
  silence.from = party();
  self_->send(place_.relay, std::move(silence));
}

void Party::refuse(std::uint32_t who, const std::string& why) {
  send(kRelay, message_of(SiloRefusal{{why.begin(), why.end()}}, who));
}

/// Ends the party at a message that the agreement does not allow: the relay,
/// which has checked all that it passes on, is not trusted with anything else.
void Party::accept(const SiloMessage& message) {
  try {
    obey(message);
  } catch (const std::invalid_argument& error) {
    end_run(std::string("the relay's ") + name_of(message.type()) +
                " is refused: it " + error.what(),
            SiloFault::kRelay);
  }
}

void Party::obey(const SiloMessage& message) {
  // Ignores messages in flight from an earlier key agreement.
  if (message.type() != MessageType::kBeginKeys &&
      message.attempt != keys_->attempt())
    return;
  std::visit([&](const auto& body) { take(message, body); }, message.body());
}

template <class Body>
void Party::take(const SiloMessage& message, const Body& body) {
  if constexpr (std::derived_from<Body, Question>)
    answer(message, body);
  else if constexpr (kIsAnswer<Body> || std::same_as<Body, Delivered>)
    take_answer(message);
  else
    accept_other(message);
}

void Party::take(const SiloMessage&, const InvalidBody& invalid) {
  throw std::invalid_argument(invalid.why);
}

/// Begins key agreement. Checks the members that the relay names, since the
/// relay is not trusted: an unknown number could be its own.
void Party::take(const SiloMessage& message, const BeginKeys& members) {
  require(!statistics_, "comes after the sum of frequencies");
  require(message.attempt > keys_->attempt(), "begins no new attempt");
  const auto& parties = members.parties;
  require(std::ranges::is_sorted(parties, std::ranges::less_equal()) &&
              std::ranges::binary_search(parties, party()) &&
              parties.back() < plan().parties(),
          "names members who are not of the agreement");
  remember_.clear();
  const auto documents = static_cast<std::uint32_t>(share().documents.size());
  send(kRelay, message_of(keys_->begin(message.attempt, members, documents)));
}

void Party::take(const SiloMessage&, const PartyKeys& keys) {
  if (const auto blame = keys_->agree(keys))
    return refuse(blame->party, blame->why);
  if (place_.hooks.on_keys) place_.hooks.on_keys(keys_->agreed());
  if (!keys_->draws()) return;
  const Keyring::HandedOut drawn = keys_->draw();
  for (const auto& [member, wrapped] : drawn.wrapped)
    send(member, message_of(wrapped));
  hash_with(drawn.key);
}

void Party::take(const SiloMessage& message, const WrappedKey& wrapped) {
  const std::uint32_t from = message.from;
  if (!keys_->has_secret_with(from)) return;  // this party refused a key
  const auto key = keys_->unwrap(from, wrapped);
  if (!key) return refuse(from, "wrapped key: " + key.refusal);
  hash_with(*key);
}

/// Checks that three parties mask a sum, or all if there are fewer: of two,
/// each could compute the other's numbers; with one, nothing is masked.
void Party::require_masks() const {
  require(keys_->secrets() + 1 >= std::min<std::size_t>(3, plan().parties()),
          "leaves too few parties to mask a sum");
}

/// Masks the frequencies, once an attempt: under another hash key and the same
/// masks, the difference of two messages would have none.
void Party::hash_with(const Secret& secret) {
  require(std::exchange(hashed_, keys_->attempt()) != keys_->attempt(),
          "comes a second time");
  hash_key_ = fedltr::hash_key(secret);
  const HashKey& key = hash_key_;
  const auto fingerprints = fingerprints_of(collection().dictionary(), key);
  const SiloProtocol& protocol = plan().protocol;
  spots_.emplace(spots_of(key.rows, protocol.shape, fingerprints));
  frequency_spots_.emplace(
      spots_of(key.summed_rows, protocol.frequency, fingerprints));
  own_.emplace(collection(), share());
  require_masks();
  Frequencies told{key_confirmation(secret, keys_->attempt()),
                   own_->ring(protocol.frequency, *frequency_spots_)};
  keys_->hide(told.numbers, kFrequencyMasks, 0);
  send_remembered_heads();  // before: all have them when the sum comes
  send(kRelay, message_of(told));
}

/// @throws std::invalid_argument  for a sum that can't include this party's
void Party::check_frequencies(std::span<const std::uint64_t> sum) const {
  std::uint64_t documents = 0;
  for (const auto& [member, stated] : keys_->members()) documents += stated;
  const std::string why =
      why_impossible(plan().protocol.frequency, sum, documents);
  require(why.empty(), why);
  require(documents > 0, "is of no documents");
  for (const Field field : kAllFields)
    require(
        sum[sum.size() - kFields + field_index(field)] >= own_->length(field),
        "leaves out this party's documents");
}

void Party::take(const SiloMessage&, const FrequencySum& sum) {
  require(own_ && !statistics_, "comes out of turn");
  check_frequencies(sum.numbers);
  require_heads();
  statistics_.emplace(plan().protocol.frequency, sum.numbers, *frequency_spots_,
                      *own_);
  owner_.emplace(collection(), share(), plan().protocol, *spots_,
                 plan().parties());
  if (place_.hooks.on_account) place_.hooks.on_account(owner_->account());
  open();
}

void Party::answer(const SiloMessage& message, const Question& question) {
  require(plan().asks, "is not agreed on: no method uses answers");
  require(owner_.has_value(), "comes before the keys");
  const std::uint32_t asker = message.from;
  // Ignores it: the relay could impersonate an excluded party, whose account is
  // closed, or this party.
  const auto member = keys_->members().find(asker);
  if (asker == party() || member == keys_->members().end()) return;
  Answered& answered = answered_[asker];
  // The relay passes on no such question: the same one, with other noise, would
  // average the noise away.
  require(message.request >= answered.next, "was asked before");
  require(answered.count < plan().protocol.most_questions(
                               std::max(owner_->documents(), member->second)),
          "is one more than a party may ask");
  answered.next = std::uint64_t{message.request} + 1;
  try {
    require_valid(question, plan().protocol, owner_->documents(),
                  kind_of(message));
  } catch (const std::invalid_argument& error) {
    return refuse(asker, std::string("a question ") + error.what());
  }
  const Bits bits =
      plan().secrets()(Purpose::kSketchNoise,
                       party() * plan().parties() + asker, answered.count++);
  SiloBody body;
  if (kind_of(message) == QuestionKind::kTop)
    body = owner_->answer_top(question, asker, bits);
  else
    body = PackedCounts{owner_->encoded_counts(question, asker, bits)};
  SiloMessage told = message_of(std::move(body), message.request);
  told.to = asker;
  if (place_.hooks.before_answer)
    place_.hooks.before_answer(told, *owner_->account());
  if (uses_heads()) send_head(asker, place_.hooks.ledger.head());
  send(asker, std::move(told));
}

void Party::take(const SiloMessage& message, const Excluded& excluded) {
  const std::uint32_t who = message.request;
  require(is_open() && who != party() && keys_->members().contains(who),
          "names no other member");
  keys_->exclude(who);
  if (excluded.stays == 0) leave_out(who);
}

void Party::leave(std::shared_ptr<PartyRecord> record) {
  owner_.reset();
  tell_study(PartyEnded{plan().run, party(), std::move(record)});
  self_->quit();
}

void Party::end_run(const std::string& why, SiloFault fault) {
  tell_study(SiloEnded{plan().run, why, nullptr, fault});
  self_->quit(caf::sec::runtime_error);
}

void Party::guarded(const std::function<void()>& step) {
  const auto stop = [this](const std::string& what) {
    end_run(what, SiloFault::kMachine);
  };
  try {
    step();
  } catch (const MachineFault& fault) {
    stop(fault.what());
  } catch (const std::bad_alloc&) {
    stop("out of memory");
  } catch (const std::exception& error) {
    end_run("party " + std::to_string(party()) + " broke: " + error.what());
  }
}

caf::message_handler Party::handlers() {
  return {taking(&Party::accept),
          [this](Handled handled) { tell_study(handled); }};
}

void obey_only(caf::event_based_actor* self, const caf::actor& relay) {
  self->set_default_handler(caf::drop);
  self->set_error_handler([](caf::error&) {});
  self->set_down_handler([](caf::down_msg&) {});
  // The relay ends when the study does.
  self->set_exit_handler(
      [self, source = relay.address()](caf::exit_msg& message) {
        if (message.source == source) self->quit(message.reason);
      });
}

}  // namespace fedltr
