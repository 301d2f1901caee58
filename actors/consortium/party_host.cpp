#include "actors/consortium/party_host.hpp"

#include <utility>

#include <spdlog/spdlog.h>

#include "actors/link/frames.hpp"
#include "actors/silo/search_party.hpp"
#include "actors/silo/training_party.hpp"

namespace fedltr::consortium {
namespace {

constexpr caf::timespan kASecond{1000000000};

}  // namespace

void PartyHostState::begin(const PartyConfig& wanted, const caf::actor& told) {
  config = wanted;
  main = told;
  gate = open_gateway(self->system(), config.gateway,
                      caf::actor_cast<caf::actor>(self));
  self->monitor(gate);
  replay();
}

/// Replays the next event, after the party has sent all messages that follow
/// from the last one, as it had the first time.
void PartyHostState::replay() {
  if (over) return;
  if (const auto event = config.kept ? config.kept() : std::nullopt) {
    std::visit([this](const auto& each) { redo(each); }, *event);
    return self->send(party, Handled{});
  }
  replaying = false;
  self->send(main, Ready{});
  if (is_open) self->send(main, CanAsk{});
}

void PartyHostState::redo(const Carried& carried) {
  talk.receive(carried);
  take(carried);
}

void PartyHostState::redo(const Asked& event) {
  ++asked;
  waiting.emplace_back();
  self->send(party, AskOthers{event.terms});
}

void PartyHostState::redo(const GaveUp& given) const {
  self->send(party, GiveUp{given.query});
}

void PartyHostState::on_open() {
  is_open = true;
  if (!replaying) self->send(main, CanAsk{});
}

void PartyHostState::on_ask(const AskForUser& query) {
  if (over) return;
  if (config.keep) config.keep(Asked{query.terms});
  waiting.push_back(query.on_found);
  self->send(party, AskOthers{query.terms});
  if (query.seconds > 0)
    self->delayed_send(self, query.seconds * kASecond, WaitedEnough{asked});
  ++asked;
}

/// Keeps the decision to give up: a replay uses no clock.
void PartyHostState::on_waited(std::uint32_t query) const {
  if (over || query < asked - waiting.size()) return;
  if (config.keep) config.keep(GaveUp{query});
  self->send(party, GiveUp{query});
}

void PartyHostState::on_found(const OthersAnswered& answered) {
  if (waiting.empty()) return;
  const OnFound told = std::move(waiting.front());
  waiting.pop_front();
  if (told) told(answered.found);
}

void PartyHostState::send(const FromParty& message) const {
  if (link == 0) return;
  if (config.sync) config.sync();
  self->send(
      gate,
      SendFrame{link, std::make_shared<const std::string>(encode(message))});
}

void PartyHostState::on_up(const LinkUp& up) {
  link = up.link;
  self->send(gate, Admit{link, kMaxBytes});
  config.hello.received = talk.received();
  send(config.hello);
}

void PartyHostState::on_down(const LinkDown& down) {
  link = 0;
  const bool was_welcome = std::exchange(welcome, false);
  if (over) return;
  if (down.refused) return end(End::Kind::kLeftOut, down.why);
  self->send(main, Lost{down.why, was_welcome});
}

void PartyHostState::on_frame(const LinkFrame& frame) {
  if (over || frame.link != link) return;
  try {
    const auto message = decode<FromRelay>(*frame.bytes);
    if (std::holds_alternative<Carried>(message) && !welcome)
      throw ArchiveError("a message before a welcome");
    std::visit([this](const auto& each) { handle(each); }, message);
  } catch (const ArchiveError& error) {
    end(End::Kind::kLeftOut,
        std::string("the relay sends what no relay sends: ") + error.what());
  }
}

void PartyHostState::handle(const Welcome& at) {
  if (at.digest != config.hello.digest)
    return end(End::Kind::kLeftOut, "the relay has another agreement");
  welcome = true;
  for (const Carried& each : talk.resume(at.received)) send(each);
  spdlog::info("joined as {}", config.hello.name);
}

void PartyHostState::handle(const Refused& refused) {
  end(End::Kind::kLeftOut, "refused by the relay: " + printable(refused.why));
}

void PartyHostState::handle(const Carried& carried) {
  if (!talk.receive(carried)) return;
  if (config.keep) config.keep(carried);
  take(carried);
}

void PartyHostState::take(const Carried& carried) {
  if (!party) {
    const auto me = caf::actor_cast<caf::actor>(self);
    PartyPlace place{config.plan, config.party, me, me, config.hooks};
    party = config.task == SiloTask::kSearch
                ? self->spawn<caf::linked>(party_actor<SearchParty>,
                                           std::move(place))
                : self->spawn<caf::linked>(party_actor<TrainingParty>,
                                           std::move(place));
  }
  const SiloMessage& message = carried.message;
  if (message.type() == MessageType::kExcluded &&
      message.request < config.members.size())
    spdlog::warn("the relay continues without {}",
                 config.members[message.request]);
  if (message.type() == MessageType::kBeginKeys && message.attempt > 1)
    spdlog::warn("keys are agreed on anew: the relay has excluded a party");
  self->send(party, message);
}

void PartyHostState::handle(const Dismissed& dismissed) {
  end(End::Kind::kFailed,
      "the relay's reason: " + printable(dismissed.why));
}

void PartyHostState::on_party(const SiloMessage& message) {
  if (config.on_sent) config.on_sent(message);
  const Carried& carried = talk.send(message);
  if (welcome) send(carried);
}

void PartyHostState::on_ended(const std::shared_ptr<PartyRecord>& record) {
  result.party = record;
  end(End::Kind::kDone, "");
}

/// Sends Bye last, so that a disk error at this point does not hide the result.
void PartyHostState::end(End::Kind kind, const std::string& why) {
  if (std::exchange(over, true)) return;
  waiting.clear();
  result.kind = kind;
  result.why = why;
  self->send(main, result);
  if (welcome && kind != End::Kind::kInterrupted) send(Bye{});
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
    self->state.end(End::Kind::kInterrupted, text_of(thrown));
    return caf::sec::runtime_error;
  });
  self->set_exit_handler([self](caf::exit_msg& message) {
    // The party's own messages report its end.
    if (self->state.party && message.source == self->state.party.address())
      return;
    self->state.end(End::Kind::kInterrupted, "");
    self->quit(message.reason);
  });
  self->state.begin(config, main);
  return {
      [self](const Dialed& dialed) {
        self->send(self->state.gate, Adopt{dialed.socket});
      },
      [self](const LinkUp& up) { self->state.on_up(up); },
      [self](const LinkDown& down) { self->state.on_down(down); },
      [self](const LinkFrame& frame) { self->state.on_frame(frame); },
      [self](const SiloMessage& message) { self->state.on_party(message); },
      [self](Handled) { self->state.replay(); },
      [self](SearchOpen) { self->state.on_open(); },
      [self](const AskForUser& asked) { self->state.on_ask(asked); },
      [self](WaitedEnough waited) { self->state.on_waited(waited.query); },
      [self](const OthersAnswered& found) { self->state.on_found(found); },
      [self](const PartyEnded& ended) { self->state.on_ended(ended.record); },
      [self](const SiloEnded& ended) {
        self->state.end(
            ended.can_go_on ? End::Kind::kInterrupted : End::Kind::kFailed,
            ended.failure);
      }};
}

}  // namespace fedltr::consortium
