#include "actors/consortium/party_host.hpp"

#include <utility>

#include <spdlog/spdlog.h>

#include "actors/protocol/receives.hpp"
#include "actors/runtime/thrown_text.hpp"
#include "actors/silo/search_party.hpp"
#include "actors/silo/training_party.hpp"

namespace fedltr::consortium {
namespace {

constexpr caf::timespan kASecond{1000000000};
/// Seconds between two lines about progress.
constexpr std::uint32_t kProgress = 60;

}  // namespace

void PartyHostState::begin(const PartyConfig& wanted, const caf::actor& main) {
  config_ = wanted;
  config_.gateway.max_bytes = kMaxBytes;
  main_ = main;
  gate_ = open_gateway(self_->system(), config_.gateway,
                       caf::actor_cast<caf::actor>(self_));
  self_->monitor(gate_);
  replay();
}

/// Replays the next event, after the party has sent all messages that follow
/// from the last one, as it had the first time.
void PartyHostState::replay() {
  if (over_) return;
  if (const auto event = config_.kept ? config_.kept() : std::nullopt) {
    std::visit([this](const auto& each) { redo(each); }, *event);
    return self_->send(party_, Handled{});
  }
  replaying_ = false;
  tick_later();
  self_->send(main_, Ready{});
  if (is_open_) self_->send(main_, CanAsk{});
}

void PartyHostState::receive(const Handled&) {
  replay();
}

void PartyHostState::tick_later() {
  self_->delayed_send(
      self_, caf::timespan{std::int64_t{config_.tick} * 1000000}, PartyTick{});
}

/// Reports the status, each second and at the end.
void PartyHostState::report_status() const {
  if (!config_.on_status) return;
  PartyStatus now = status_;
  now.connected = welcome_;
  config_.on_status(now);
}

/// Ends a run whose relay is connected but does nothing, and logs progress: a
/// party may wait for the others for long. In a search session silence is
/// usual.
void PartyHostState::receive(const PartyTick&) {
  if (over_) return;
  ++status_.idle;
  report_status();
  if (config_.task == SiloTask::kTraining) {
    if (++seconds_ % kProgress == 0)
      spdlog::info("{}: {} messages came and {} left, the last {} s ago",
                   name_of(status_.phase), status_.received.messages,
                   status_.sent.messages, status_.idle);
    if (config_.deadline > 0 && status_.idle > config_.deadline)
      return end(End::Kind::kLeftOut, "the relay sent nothing in " +
                                          std::to_string(config_.deadline) +
                                          " s");
  }
  renew_if_due();
  tick_later();
}

/// Keeps the time of a renewal: a replay uses no clock.
void PartyHostState::renew_if_due() {
  if (!party_ || config_.renewal == 0 || ++unrenewed_ < config_.renewal) return;
  unrenewed_ = 0;
  const Renewed renewed{static_cast<std::uint64_t>(config_.clock())};
  keep_on_disk(renewed);
  redo(renewed);
}

void PartyHostState::redo(const Renewed& renewed) const {
  self_->send(party_, Renew{static_cast<std::int64_t>(renewed.now)});
}

void PartyHostState::redo(const Carried& carried) {
  talk_.receive(carried);
  pass_on(unpacked(carried.message, config_.plan->protocol));
}

void PartyHostState::redo(const Answered& answered) {
  talk_.receive(answered.carried);
  const PackedMessage& heading = answered.carried.message;
  pass_on(
      delivered(answered, config_.fetched(heading.from, heading.request + 1)));
}

void PartyHostState::redo(const Asked& event) {
  ++asked_;
  waiting_.emplace_back();
  self_->send(party_, AskOthers{event.terms});
}

void PartyHostState::redo(const GaveUp& given) const {
  self_->send(party_, GiveUp{given.query});
}

void PartyHostState::keep(const PartyEvent& event) const {
  if (config_.keep) config_.keep(event);
}

/// Keeps an event that no peer sends again: after a loss of power the party's
/// ledger could else hold what the journal doesn't.
void PartyHostState::keep_on_disk(const PartyEvent& event) const {
  keep(event);
  if (config_.sync) config_.sync();
}

void PartyHostState::receive(const SearchOpen&) {
  is_open_ = true;
  if (!replaying_) self_->send(main_, CanAsk{});
}

void PartyHostState::receive(const AskForUser& query) {
  if (over_) return;
  // Such a query is not kept either: that bounds the journals.
  const std::uint32_t most = config_.plan->protocol.session_queries;
  if (most > 0 && asked_ >= most) {
    spdlog::warn(
        "this session's {} queries (silo.session-queries) have been asked: "
        "begin a new session",
        most);
    if (query.on_found) query.on_found(nullptr);
    return;
  }
  keep_on_disk(Asked{query.terms});
  waiting_.push_back(query.on_found);
  self_->send(party_, AskOthers{query.terms});
  if (query.seconds > 0)
    self_->delayed_send(self_, query.seconds * kASecond, WaitedEnough{asked_});
  ++asked_;
}

/// Keeps the decision to give up: a replay uses no clock.
void PartyHostState::receive(const WaitedEnough& waited) {
  if (over_ || waited.query < asked_ - waiting_.size()) return;
  keep(GaveUp{waited.query});
  self_->send(party_, GiveUp{waited.query});
}

void PartyHostState::receive(const OthersAnswered& answered) {
  if (waiting_.empty()) return;
  const OnFound on_found = std::move(waiting_.front());
  waiting_.pop_front();
  if (on_found) on_found(answered.found);
}

void PartyHostState::send(const FromParty& message) const {
  if (link_ == 0) return;
  if (config_.sync) config_.sync();
  self_->send(gate_, SendFrame::of(link_, message));
}

void PartyHostState::receive(const Dialed& dialed) {
  self_->send(gate_, Adopt{dialed.socket});
}

void PartyHostState::receive(const LinkUp& up) {
  link_ = up.link;
  send(Join{config_.agreed.digest, config_.agreed.keys, config_.process,
            talk_.received()});
}

void PartyHostState::receive(const LinkDown& down) {
  link_ = 0;
  const bool was_welcome = std::exchange(welcome_, false);
  if (over_) return;
  if (down.end == LinkEnd::kRefused)
    return end(End::Kind::kLeftOut,
               link::with_own_values(down.why, config_.agreed));
  self_->send(main_, Lost{down.why, was_welcome});
}

void PartyHostState::receive(const LinkFrame& frame) {
  if (over_ || frame.link != link_) return;
  try {
    const auto message = unarchived<FromRelay>(*frame.bytes);
    if (std::holds_alternative<Carried>(message) && !welcome_)
      throw ArchiveError("a message before a welcome");
    std::visit([this](const auto& each) { follow(each); }, message);
  } catch (const ArchiveError& error) {
    end(End::Kind::kLeftOut,
        std::string("the relay sends what no relay sends: ") + error.what());
  }
}

void PartyHostState::follow(const Welcome& welcome) {
  if (welcome.digest != config_.agreed.digest)
    return end(End::Kind::kLeftOut, "the relay has another agreement");
  welcome_ = true;
  for (const Carried& each : talk_.resume(welcome.received)) send(each);
  spdlog::info("joined as {}", config_.gateway.terms.name);
}

void PartyHostState::follow(const Carried& carried) {
  if (!talk_.receive(carried)) return;
  keep_carried(carried);
  pass_on(unpacked(carried.message, config_.plan->protocol));
}

void PartyHostState::keep_carried(const Carried& carried) const {
  const PackedMessage& message = carried.message;
  if (config_.task == SiloTask::kSearch && is_answer(message.type()))
    keep(Answered{heading_of(carried),
                  static_cast<std::uint32_t>(message.body.size())});
  else
    keep(carried);
}

void PartyHostState::follow(const Dismissed& dismissed) {
  end(End::Kind::kFailed, "the relay's reason: " + printable(dismissed.why));
}

void PartyHostState::pass_on(const SiloMessage& message) {
  if (!party_) {
    const auto me = caf::actor_cast<caf::actor>(self_);
    PartyPlace place{config_.plan, config_.party, me, me, config_.hooks};
    party_ = config_.task == SiloTask::kSearch
                 ? self_->spawn<caf::linked>(party_actor<SearchParty>,
                                             std::move(place))
                 : self_->spawn<caf::linked>(party_actor<TrainingParty>,
                                             std::move(place));
  }
  if (config_.on_received) config_.on_received(message);
  status_.idle = 0;
  status_.received += traffic_of(message);
  if (const auto next = phase_after(message.type())) status_.phase = *next;
  if (message.type() == MessageType::kExcluded &&
      message.request < config_.members.size())
    spdlog::warn("the relay continues without {}",
                 config_.members[message.request]);
  if (message.type() == MessageType::kBeginKeys && message.attempt > 1)
    spdlog::warn("keys are agreed on anew: the relay has excluded a party");
  self_->send(party_, message);
}

void PartyHostState::receive(const SiloMessage& message) {
  status_.idle = 0;
  status_.sent += traffic_of(message);
  if (config_.on_sent) config_.on_sent(message);
  if (config_.task == SiloTask::kSearch && !replaying_)
    if (const auto* fetch = std::get_if<CountQuestion>(&message.body()))
      keep(Fetched{message.to, message.request, fetch->documents});
  const Carried& carried = talk_.send(packed(message));
  if (welcome_) send(carried);
}

void PartyHostState::receive(const PartyEnded& ended) {
  result_.party = ended.record;
  end(End::Kind::kDone, "");
}

void PartyHostState::receive(const SiloEnded& ended) {
  const auto kind = [&] {
    switch (ended.fault) {
      case SiloFault::kMachine:
        return End::Kind::kInterrupted;
      case SiloFault::kRelay:
        return End::Kind::kRefused;
      case SiloFault::kRun:
        break;
    }
    return End::Kind::kFailed;
  };
  end(kind(), ended.failure);
}

/// Sends Bye last, so that a disk error at this point does not hide the result.
void PartyHostState::end(End::Kind kind, const std::string& why) {
  if (std::exchange(over_, true)) return;
  if (kind == End::Kind::kDone) status_.phase = RelayPhase::kOver;
  report_status();
  waiting_.clear();
  result_.kind = kind;
  result_.why = why;
  self_->send(main_, result_);
  // After either of these another process can resume: the relay keeps its
  // place.
  const bool resumes =
      kind == End::Kind::kInterrupted || kind == End::Kind::kLeftOut;
  if (welcome_ && !resumes) send(Bye{});
}

void PartyHostState::receive(const caf::exit_msg& message) {
  // The party's own messages report its end.
  if (party_ && message.source == party_.address()) return;
  end(End::Kind::kInterrupted, "");
  self_->quit(message.reason);
}

caf::behavior party_host(PartyHostState::Self* self, const PartyConfig& config,
                         const caf::actor& main) {
  self->set_default_handler(caf::drop);
  self->set_error_handler([](caf::error&) {});
  self->set_down_handler([self](caf::down_msg& down) {
    self->state.end(End::Kind::kFailed, "the connection broke: " +
                                            self->system().render(down.reason));
  });
  self->set_exception_handler([self](std::exception_ptr& thrown) -> caf::error {
    // For example a full disk: another process can resume once there is room.
    self->state.end(End::Kind::kInterrupted, thrown_text(thrown));
    return caf::sec::runtime_error;
  });
  self->set_exit_handler(
      [self](caf::exit_msg& message) { self->state.receive(message); });
  self->state.begin(config, main);
  return receives<Dialed, LinkUp, LinkDown, LinkFrame, SiloMessage, Handled,
                  SearchOpen, AskForUser, WaitedEnough, OthersAnswered,
                  PartyTick, PartyEnded, SiloEnded>(self);
}

}  // namespace fedltr::consortium
