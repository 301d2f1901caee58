#pragma once

#include <deque>

#include "actors/consortium/local.hpp"
#include "actors/nodes/gateway.hpp"
#include "actors/silo/party.hpp"

namespace fedltr::consortium {

// party host -> main
/// Stands where an earlier process did: a connection may come.
struct Ready {};
/// The connection is gone: another one may go on.
struct Lost {
  std::string why;
  bool was_welcome = false;  ///< the relay was there
};
/// Keys are agreed on in a search session: questions may come.
struct CanAsk {};
// main -> party host
/// What the party's user asks the others.
struct AskForUser {
  std::vector<std::string> terms;
  std::uint32_t seconds = 0;  ///< to wait for them at most; 0: no clock
  OnFound on_found;
};
// party host -> itself
/// A query's time is over.
struct WaitedEnough {
  std::uint32_t query = 0;
};
/// A socket that is connected to the relay.
struct Dialed {
  int socket = -1;
};

/// What a party takes for the relay, which is elsewhere: passes on messages of
/// both, over one connection after another. Before the first it has the party
/// do again, one by one, what messages to an earlier process led to.
struct PartyHostState {
  static constexpr const char* name = "party-host";

  using Self = caf::stateful_actor<PartyHostState>;
  explicit PartyHostState(Self* owner_of_state) : self(owner_of_state) {}

  void begin(const PartyConfig& wanted, const caf::actor& main);
  void replay();
  void on_up(const LinkUp& up);
  void on_down(const LinkDown& down);
  void on_frame(const LinkFrame& frame);
  void on_party(const SiloMessage& message);
  void on_ended(const std::shared_ptr<PartyRecord>& record);
  void on_open();
  void on_ask(const AskForUser& query);
  void on_waited(std::uint32_t query) const;
  void on_found(const OthersAnswered& answered);
  void end(End::Kind kind, const std::string& why);

  void redo(const Carried& carried);
  void redo(const Asked& event);
  void redo(const GaveUp& given) const;
  void take(const Carried& carried);
  void send(const FromParty& message) const;
  void handle(const Welcome& welcome);
  void handle(const Refused& refused);
  void handle(const Carried& carried);
  void handle(const Dismissed& dismissed);

  Self* self;
  PartyConfig config;
  caf::actor main;
  caf::actor gate;
  caf::actor party;
  LinkId link = 0;
  bool welcome = false;  ///< over this connection
  bool over = false;
  bool replaying = true;
  bool is_open = false;         ///< the search session
  std::uint32_t asked = 0;      ///< queries, of earlier processes, too
  std::deque<OnFound> waiting;  ///< in order; none: of an earlier process
  Conversation talk;
  End result;
};

/// @param main  gets Lost, and an End
caf::behavior party_host(PartyHostState::Self* self, const PartyConfig& config,
                         const caf::actor& main);

}  // namespace fedltr::consortium

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::consortium::Ready)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::consortium::Lost)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::consortium::Dialed)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::consortium::CanAsk)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::consortium::AskForUser)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::consortium::WaitedEnough)
