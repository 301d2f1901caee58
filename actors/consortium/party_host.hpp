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
/// Reports that a second is over.
struct PartyTick {};
/// A socket that is connected to the relay.
struct Dialed {
  int socket = -1;
};

/// Local proxy for the remote relay: passes messages between it and the party,
/// over one connection after another. Before the first connection it replays
/// the messages to an earlier process, one by one.
class PartyHostState {
 public:
  static constexpr const char* name = "party-host";

  using Self = caf::stateful_actor<PartyHostState>;
  explicit PartyHostState(Self* owner) : self_(owner) {}

  /// @param main  receives Ready, CanAsk, Lost, and an End
  void begin(const PartyConfig& wanted, const caf::actor& main);
  /// Reports the end of the run, once.
  void end(End::Kind kind, const std::string& why);

  void receive(const Dialed& dialed);
  void receive(const LinkUp& up);
  void receive(const LinkDown& down);
  void receive(const LinkFrame& frame);
  void receive(const SiloMessage& message);  ///< of the party
  void receive(const Handled& handled);
  void receive(const SearchOpen& open);
  void receive(const AskForUser& query);
  void receive(const WaitedEnough& waited);
  void receive(const PartyTick& tick);
  void receive(const OthersAnswered& answered);
  void receive(const PartyEnded& ended);
  void receive(const SiloEnded& ended);
  void receive(const caf::exit_msg& message);

 private:
  // Messages of the relay.
  void follow(const Welcome& welcome);
  void follow(const Carried& carried);
  void follow(const Dismissed& dismissed);

  void replay();
  void redo(const Carried& carried);
  void redo(const Asked& event);
  void redo(const GaveUp& given) const;
  void redo(const Renewed& renewed) const;
  void redo(const Answered& answered);
  /// Its question follows from the Answered.
  void redo(const Fetched&) const {}
  void renew_if_due();
  void pass_on(const SiloMessage& message);
  void keep_carried(const Carried& carried) const;
  void keep(const PartyEvent& event) const;
  void keep_on_disk(const PartyEvent& event) const;
  void send(const FromParty& message) const;
  void tick_later();
  void report_status() const;

  Self* self_;
  PartyConfig config_;
  caf::actor main_;
  caf::actor gate_;
  caf::actor party_;
  LinkId link_ = 0;
  bool welcome_ = false;  ///< on this connection
  bool over_ = false;
  bool replaying_ = true;
  bool is_open_ = false;     ///< the search session is open
  std::uint32_t asked_ = 0;  ///< number of queries, earlier processes' included
  PartyStatus status_;       ///< without `connected`
  std::uint32_t seconds_ = 0;    ///< of this process, connected or not
  std::uint32_t unrenewed_ = 0;  ///< seconds since the last Renewed
  /// In order; empty for an earlier process's query.
  std::deque<OnFound> waiting_;
  Conversation talk_;
  End result_;
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
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::consortium::PartyTick)
