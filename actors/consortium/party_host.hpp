#pragma once

#include <deque>

#include "actors/consortium/local.hpp"
#include "actors/link/gateway.hpp"
#include "actors/silo/party_messages.hpp"

namespace fedltr::consortium {

// party host -> main
/// Reports the end of the replay: the party may connect.
struct Ready {};
/// Reports a lost connection: another one may continue.
struct Lost {
  std::string why;
  bool was_welcome = false;  ///< the relay had sent Welcome
};
/// Reports that keys are agreed on in a search session: queries may come.
struct CanAsk {};
// main -> party host
/// A query of the party's user to the others.
struct AskForUser {
  std::vector<std::string> terms;
  std::uint32_t seconds = 0;  ///< maximum wait; 0 means no limit
  OnFound on_found;
};
// party host -> itself
/// Reports that a query's time is over.
struct WaitedEnough {
  std::uint32_t query = 0;
};
/// A socket that is connected to the relay.
struct Dialed {
  int socket = -1;
};

/// Local proxy for the remote relay: passes messages between it and the party,
/// over one connection after another. Before the first connection it replays
/// the messages to an earlier process, one by one.
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
  bool welcome = false;  ///< on this connection
  bool over = false;
  bool replaying = true;
  bool is_open = false;     ///< the search session is open
  std::uint32_t asked = 0;  ///< number of queries, including earlier processes'
  std::deque<OnFound>
      waiting;  ///< in order; empty for an earlier process's query
  Conversation talk;
  End result;
};

/// @param main  receives Ready, CanAsk, Lost, and an End
caf::behavior party_host(PartyHostState::Self* self, const PartyConfig& config,
                         const caf::actor& main);

}  // namespace fedltr::consortium

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::consortium::Ready)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::consortium::Lost)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::consortium::Dialed)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::consortium::CanAsk)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::consortium::AskForUser)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::consortium::WaitedEnough)
